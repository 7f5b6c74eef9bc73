import type { GpuSource } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Reads texts of programs, each file once. */
export interface SourceLoader {
  /** The texts, one after another. Errors: `KERNEL.LOAD_FAILED`. */
  load(sources: GpuSource | readonly GpuSource[], kernel: string): Promise<string>;
}

async function readUrl(url: string): Promise<string> {
  // Not imported: bundlers for the web refuse Node's modules, or warn of them.
  if (url.startsWith('file:')) return process.getBuiltinModule('node:fs/promises').readFile(new URL(url), 'utf8');
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}`.trim());
  // What servers of single pages send for every path that they do not know.
  if (/^text\/html\b/iu.test(response.headers.get('content-type') ?? ''))
    throw new Error('the server answers with an HTML page');
  return response.text();
}

/** The file that is missing, where there is one. */
async function readText(url: string): Promise<string> {
  try {
    return await readUrl(url);
  } catch (cause) {
    throw new Error(
      `${url.startsWith('data:') ? 'an inlined file' : url}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/** A loader with a memory of its own. */
export function createSourceLoader(): SourceLoader {
  const texts = new Map<string, Promise<string>>();
  const textOf = (source: GpuSource): Promise<string> => {
    if (source.kind === 'text') return Promise.resolve(source.text);
    const known = texts.get(source.url);
    if (known) return known;
    const text = readText(source.url);
    texts.set(source.url, text);
    return text;
  };
  return {
    async load(sources, kernel) {
      const list: readonly GpuSource[] = Array.isArray(sources)
        ? (sources as readonly GpuSource[])
        : [sources as GpuSource];
      try {
        return (await Promise.all(list.map(textOf))).join('\n');
      } catch (cause) {
        throw new SpmvError(
          'KERNEL.LOAD_FAILED',
          `Kernel '${kernel}': its text cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
          {
            fix: 'Reinstall the package that brings the kernel; in a page, have the bundler copy the file, and the server send it as it is: https://github.com/spmv/spmv/blob/main/docs/bundlers.md',
            details: { kernel, urls: list.map((source) => (source.kind === 'url' ? source.url : 'text')) },
            cause,
          },
        );
      }
    },
  };
}

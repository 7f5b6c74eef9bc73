import type { GpuSource } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Reads texts of programs, each file once. */
export interface SourceLoader {
  /** The texts, one after another. Errors: `KERNEL.LOAD_FAILED`. */
  load(sources: GpuSource | readonly GpuSource[], kernel: string): Promise<string>;
}

async function readUrl(url: string): Promise<string> {
  if (url.startsWith('file:')) {
    const { readFile } = await import('node:fs/promises');
    return readFile(new URL(url), 'utf8');
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response.text();
}

/** A loader with a memory of its own. */
export function createSourceLoader(): SourceLoader {
  const texts = new Map<string, Promise<string>>();
  const textOf = (source: GpuSource): Promise<string> => {
    if (source.kind === 'text') return Promise.resolve(source.text);
    const known = texts.get(source.url);
    if (known) return known;
    const text = readUrl(source.url);
    texts.set(source.url, text);
    return text;
  };
  return {
    async load(sources, kernel) {
      const list: readonly GpuSource[] = Array.isArray(sources) ? (sources as readonly GpuSource[]) : [sources as GpuSource];
      try {
        return (await Promise.all(list.map(textOf))).join('\n');
      } catch (cause) {
        throw new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel}': its text cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
          fix: 'Reinstall the package that brings the kernel.',
          details: { kernel, urls: list.map((source) => (source.kind === 'url' ? source.url : 'text')) },
          cause,
        });
      }
    },
  };
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { entryNames, withOneEntry } from '@spmv/trace';
import type { Plugin } from 'vite';
import { linedPath, MODULES, ptxPath, wgslPaths } from './kernel-modules.ts';
import type { LinedEntry } from './source-lines.ts';
import { withSourceLines } from './source-lines.ts';
import { withWgslLines } from './wgsl-lines.ts';

/** What the page fetches first: which kernels there are, or why there are none. */
interface PtxIndex {
  readonly entries: readonly string[];
  readonly missing?: string;
  /** Those whose lines of CUDA are known, as NAME.json. */
  readonly lined: readonly string[];
}

/** Each kernel in f64 alone, as short as it can be, by its name; lines of CUDA where they were looked for since; and the modules that were not built. */
function collect(): {
  readonly texts: ReadonlyMap<string, string>;
  readonly lined: ReadonlyMap<string, LinedEntry>;
  readonly absent: readonly string[];
} {
  const texts = new Map<string, string>();
  const lined = new Map<string, LinedEntry>();
  const absent: string[] = [];
  const read = (path: string): string => readFileSync(path, 'utf8');
  for (const [folder, modules] of MODULES) {
    for (const module of modules) {
      const path = ptxPath(folder, module);
      if (!existsSync(path)) {
        absent.push(`${module}.ptx`);
        continue;
      }
      const withLines = linedPath(module);
      const isLined = existsSync(withLines) && statSync(withLines).mtimeMs >= statSync(path).mtimeMs;
      const ptx = read(isLined ? withLines : path);
      const wgsl = new Map(wgslPaths(module).map((one) => [one, read(one)]));
      for (const name of entryNames(ptx)) {
        if (!name.endsWith('_f64')) continue;
        const entry = isLined ? withSourceLines(ptx, name, read) : undefined;
        texts.set(name, entry?.ptx ?? withOneEntry(ptx, name));
        if (entry) lined.set(name, { ...entry, sources: withWgslLines(entry.sources, wgsl) });
      }
    }
  }
  return { texts, lined, absent };
}

function indexOf({ texts, lined, absent }: ReturnType<typeof collect>): PtxIndex {
  const index = { entries: [...texts.keys()].sort(), lined: [...lined.keys()].sort() };
  if (absent.length === 0) return index;
  return {
    ...index,
    missing: `nvcc was not there when this site was built, so that these were not made: ${absent.join(', ')}`,
  };
}

/** Files of the site by their names in `ptx/`. */
export function kernelPtxFiles(): ReadonlyMap<string, string> {
  const found = collect();
  return new Map([
    ['index.json', JSON.stringify(indexOf(found))],
    ...[...found.texts].map(([name, text]) => [`${name}.ptx`, text] as const),
    ...[...found.lined].map(
      ([name, { lines, sources }]) => [`${name}.json`, JSON.stringify({ lines, sources })] as const,
    ),
  ]);
}

/** Puts the PTX of the kernels that are stepped through under `ptx/` of the site, a file for each, built or served. */
export function kernelPtx(): Plugin {
  return {
    name: 'kernel-ptx',
    generateBundle() {
      const { missing } = indexOf(collect());
      if (missing !== undefined) this.warn(`${missing}. The page says so in place of the steps.`);
      for (const [name, source] of kernelPtxFiles()) this.emitFile({ type: 'asset', fileName: `ptx/${name}`, source });
    },
    configureServer(server) {
      const files = kernelPtxFiles();
      server.middlewares.use((request, response, next) => {
        const text = files.get(/^\/ptx\/([\w.]+)$/u.exec(request.url ?? '')?.[1] ?? '');
        if (text === undefined) return next();
        response.end(text);
      });
    },
  };
}

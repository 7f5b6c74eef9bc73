import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { entryNames, withOneEntry } from '@spmv/trace';
import type { Plugin } from 'vite';

/** Modules of the kernels that are stepped through, by package. */
const MODULES: readonly (readonly [packageFolder: string, modules: readonly string[]])[] = [
  ['backend-cuda', ['csr', 'csr-vector', 'csr-balanced', 'csr-balanced-warp', 'ellpack', 'ellpack-r', 'ellr-t']],
  ['format-sell', ['sell', 'sell-t']],
  ['format-hyb', ['hyb']],
];

/** What the page fetches first: which kernels there are, or why there are none. */
interface PtxIndex {
  readonly entries: readonly string[];
  readonly missing?: string;
}

/** Each kernel in f64 alone, as short as it can be, by its name; and the modules that were not built. */
function collect(): { readonly texts: ReadonlyMap<string, string>; readonly absent: readonly string[] } {
  const texts = new Map<string, string>();
  const absent: string[] = [];
  for (const [folder, modules] of MODULES) {
    for (const module of modules) {
      const path = fileURLToPath(new URL(`../../../packages/${folder}/dist/kernels/${module}.ptx`, import.meta.url));
      if (!existsSync(path)) {
        absent.push(`${module}.ptx`);
        continue;
      }
      const ptx = readFileSync(path, 'utf8');
      for (const name of entryNames(ptx)) {
        if (name.endsWith('_f64')) texts.set(name, withOneEntry(ptx, name));
      }
    }
  }
  return { texts, absent };
}

function indexOf({ texts, absent }: ReturnType<typeof collect>): PtxIndex {
  const entries = [...texts.keys()].sort();
  if (absent.length === 0) return { entries };
  return {
    entries,
    missing: `nvcc was not there when this site was built, so that these were not made: ${absent.join(', ')}`,
  };
}

/** Files of the site by their names in `ptx/`. */
export function kernelPtxFiles(): ReadonlyMap<string, string> {
  const found = collect();
  return new Map([
    ['index.json', JSON.stringify(indexOf(found))],
    ...[...found.texts].map(([name, text]) => [`${name}.ptx`, text] as const),
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

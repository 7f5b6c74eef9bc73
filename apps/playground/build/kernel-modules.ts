import { fileURLToPath } from 'node:url';

/** Modules of the kernels that are stepped through, by package. */
export const MODULES: readonly (readonly [packageFolder: string, modules: readonly string[]])[] = [
  ['backend-cuda', ['csr', 'csr-vector', 'csr-balanced', 'csr-balanced-warp', 'ellpack', 'ellpack-r', 'ellr-t']],
  ['format-sell', ['sell', 'sell-t']],
  ['format-hyb', ['hyb']],
];

/** What a package has of a module. */
export function ptxPath(folder: string, module: string): string {
  return fileURLToPath(new URL(`../../../packages/${folder}/dist/kernels/${module}.ptx`, import.meta.url));
}

/** The same with places in its sources. */
export function linedPath(module: string): string {
  return fileURLToPath(new URL(`../dist/lined/${module}.ptx`, import.meta.url));
}

import { fileURLToPath } from 'node:url';

/** Modules of the kernels that are stepped through, by package. */
export const MODULES: readonly (readonly [packageFolder: string, modules: readonly string[]])[] = [
  ['backend-cuda', ['csr', 'csr-vector', 'csr-balanced', 'csr-balanced-warp', 'ellpack', 'ellpack-r', 'ellr-t']],
  ['format-sell', ['sell', 'sell-t']],
  ['format-hyb', ['hyb']],
];

/** Texts of the same kernels for WebGPU, in `packages`; tiles by a warp have none. */
const WGSL: Readonly<Record<string, readonly string[]>> = {
  csr: ['backend-webgpu/src/kernels/csr.wgsl'],
  'csr-vector': ['kernel-kit/wgsl/csr-row.wgsl', 'backend-webgpu/src/kernels/csr-vector.wgsl'],
  'csr-balanced': ['backend-webgpu/src/kernels/csr-balanced.wgsl'],
  ellpack: ['backend-webgpu/src/kernels/ellpack-row.wgsl', 'backend-webgpu/src/kernels/ellpack.wgsl'],
  'ellpack-r': ['backend-webgpu/src/kernels/ellpack-row.wgsl', 'backend-webgpu/src/kernels/ellpack-r.wgsl'],
  'ellr-t': ['backend-webgpu/src/kernels/ellr-t.wgsl'],
  sell: ['kernel-kit/wgsl/sell-row.wgsl', 'format-sell/src/kernels/sell.wgsl'],
  'sell-t': ['format-sell/src/kernels/sell-t.wgsl'],
  hyb: ['format-hyb/src/kernels/hyb.wgsl', 'format-hyb/src/kernels/hyb-long.wgsl'],
};

export function wgslPaths(module: string): readonly string[] {
  return (WGSL[module] ?? []).map((path) => fileURLToPath(new URL(`../../../packages/${path}`, import.meta.url)));
}

/** What a package has of a module. */
export function ptxPath(folder: string, module: string): string {
  return fileURLToPath(new URL(`../../../packages/${folder}/dist/kernels/${module}.ptx`, import.meta.url));
}

/** The same with places in its sources. */
export function linedPath(module: string): string {
  return fileURLToPath(new URL(`../dist/lined/${module}.ptx`, import.meta.url));
}

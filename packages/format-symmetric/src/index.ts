export { wasmSymmetric } from './kernels/cpu-kernels.ts';
export { default as plugin } from './plugin.ts';
export type { SymmetricArrays } from './symmetric-arrays.ts';
export { symmetric } from './symmetric.ts';

export { wasmSymmetric } from './kernels/cpu-kernels.ts';
export { default as plugin } from './plugin.ts';
export type { SymmetricArrays } from './symmetric-layout.ts';
export { symmetric } from './symmetric.ts';

export type { DiaArrays } from './dia-layout.ts';
export { dia } from './dia.ts';
export { wasmDia } from './kernels/cpu-kernels.ts';
export { default as plugin } from './plugin.ts';

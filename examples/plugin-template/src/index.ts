export type { DiaArrays } from './dia.ts';
export { dia } from './dia.ts';
export { jsDia } from './kernels/js-kernel.ts';
export { wgslDia } from './kernels/wgsl-kernel.ts';
export { default as plugin } from './plugin.ts';

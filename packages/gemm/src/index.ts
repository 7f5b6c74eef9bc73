export type { Accuracy, Narrowing } from './accuracy.ts';
export { narrowingOf } from './accuracy.ts';
export type { GemmArguments } from './gemm.ts';
export { gemm } from './gemm.ts';
export { jsNaive } from './kernels/js-kernels.ts';
export { gemmKernels } from './kernels/kernels.ts';
export { wgslNaive } from './kernels/wgsl-naive.ts';
export { wgslTiled } from './kernels/wgsl-tiled.ts';
export { default as plugin } from './plugin.ts';

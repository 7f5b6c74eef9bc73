export { spmmKernels } from './kernels/kernels.ts';
export { jsCsr } from './kernels/js-kernels.ts';
export { default as plugin } from './plugin.ts';
export type { SpmmArguments } from './spmm.ts';
export { spmm } from './spmm.ts';

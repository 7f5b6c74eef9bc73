export { cudaCsr } from './kernels/cuda-csr.ts';
export { cusparseKernels } from './kernels/cuda-cusparse.ts';
export { cudaEllpack, cudaSell } from './kernels/cuda-padded.ts';
export { spmmKernels } from './kernels/kernels.ts';
export { jsCsr, jsCsrTransposed, jsEllpack, jsPacked, jsSell } from './kernels/js-kernels.ts';
export { default as plugin } from './plugin.ts';
export type { SpmmArguments } from './spmm.ts';
export { spmm } from './spmm.ts';
export { createWasmKernels } from './kernels/wasm-kernels.ts';

export type { CudaSpgemmParams } from './kernels/cuda-launches.ts';
export { cudaCsr } from './kernels/cuda-csr.ts';
export { jsCsr } from './kernels/js-csr.ts';
export type { WgslSpgemmParams } from './kernels/wgsl-dispatches.ts';
export { createWasmCsr, wasmCsr } from './kernels/wasm-csr.ts';
export { wgslCsr } from './kernels/wgsl-csr.ts';
export { default as plugin } from './plugin.ts';
export { spgemm } from './spgemm.ts';

export { cudaHyb } from './kernels/cuda-kernel.ts';
export { jsHyb } from './kernels/js-kernel.ts';
export { wasmHyb } from './kernels/wasm-kernel.ts';
export { wgslHyb } from './kernels/wgsl-kernel.ts';
export { default as plugin } from './plugin.ts';
export type { HybArrays } from './hyb-layout.ts';
export { hyb } from './hyb.ts';
export type { HybParams } from './split.ts';

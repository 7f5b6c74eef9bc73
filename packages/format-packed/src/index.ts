export { jsPacked, wasmPacked } from './kernels/cpu-kernels.ts';
export { cudaPacked } from './kernels/cuda-kernel.ts';
export { wgslPacked } from './kernels/wgsl-kernel.ts';
export type { PackedArrays, PackedParams } from './packed-layout.ts';
export { packed } from './packed.ts';
export { default as plugin } from './plugin.ts';

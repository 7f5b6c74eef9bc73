export type { BellArrays } from './bell-layout.ts';
export { bell } from './bell.ts';
export type { BellParams } from './bell-params.ts';
export { cudaBell } from './kernels/cuda-kernel.ts';
export { jsBell } from './kernels/js-kernel.ts';
export { wasmBell } from './kernels/wasm-kernel.ts';
export { wgslBell } from './kernels/wgsl-kernel.ts';
export { default as plugin } from './plugin.ts';

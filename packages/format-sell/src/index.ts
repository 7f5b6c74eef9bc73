export { cudaSell, cudaSellT } from './kernels/cuda-kernels.ts';
export { jsSell } from './kernels/js-kernel.ts';
export { wasmSell } from './kernels/wasm-kernel.ts';
export { wgslSell, wgslSellT } from './kernels/wgsl-kernels.ts';
export { default as plugin } from './plugin.ts';
export type { SellArrays } from './sell-layout.ts';
export { sell } from './sell.ts';
export type { SellParams } from './sell-params.ts';

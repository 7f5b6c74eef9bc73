export { jsPairwise } from './kernels/js-kernel.ts';
export { wasmPairwise } from './kernels/wasm-kernel.ts';
export { default as plugin } from './plugin.ts';

import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cudaHyb } from './kernels/cuda-kernel.ts';
import { jsHyb } from './kernels/js-kernel.ts';
import { wasmHyb } from './kernels/wasm-kernel.ts';
import { wgslHyb } from './kernels/wgsl-kernel.ts';
import { hyb } from './hyb.ts';

/** Format `hyb` and its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-hyb',
  apiVersion: API_VERSION,
  formats: [hyb],
  kernels: [jsHyb, wasmHyb, wgslHyb, cudaHyb],
});

export default plugin;

import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { jsPacked, wasmPacked } from './kernels/cpu-kernels.ts';
import { cudaPacked } from './kernels/cuda-kernel.ts';
import { wgslPacked } from './kernels/wgsl-kernel.ts';
import { packed } from './packed.ts';

/** Format `packed` and its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-packed',
  apiVersion: API_VERSION,
  formats: [packed],
  kernels: [jsPacked, wasmPacked(), wgslPacked, cudaPacked],
});

export default plugin;

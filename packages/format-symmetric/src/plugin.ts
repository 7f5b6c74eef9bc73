import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { jsSymmetric, wasmSymmetric } from './kernels/cpu-kernels.ts';
import { cudaSymmetric } from './kernels/cuda-kernels.ts';
import { wgslSymmetric } from './kernels/wgsl-kernels.ts';
import { symmetric } from './symmetric.ts';

/** Format `symmetric` with its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-symmetric',
  apiVersion: API_VERSION,
  formats: [symmetric],
  kernels: [jsSymmetric, wasmSymmetric(), wgslSymmetric, ...cudaSymmetric],
});

export default plugin;

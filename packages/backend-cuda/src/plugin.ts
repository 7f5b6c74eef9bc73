import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cuda } from './descriptor.ts';
import { cudaKernels } from './kernels/index.ts';

/** Backend `cuda` and its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/backend-cuda',
  apiVersion: API_VERSION,
  backends: [cuda],
  kernels: cudaKernels,
});

export default plugin;

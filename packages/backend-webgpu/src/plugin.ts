import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { webgpu } from './descriptor.ts';
import { wgslKernels } from './kernels/wgsl-kernels.ts';

/** Backend `webgpu` and its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/backend-webgpu',
  apiVersion: API_VERSION,
  backends: [webgpu],
  kernels: wgslKernels,
});

export default plugin;

import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cpuKernels } from '@spmv/kernels-cpu';
import { threads } from './descriptor.ts';

/** Backend `threads` and the kernels it shares with the other CPU backends. */
const plugin: Plugin = definePlugin({
  name: '@spmv/backend-threads',
  apiVersion: API_VERSION,
  backends: [threads],
  kernels: cpuKernels,
});

export default plugin;

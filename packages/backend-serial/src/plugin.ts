import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cpuKernels } from '@spmv/kernels-cpu';
import { serial } from './descriptor.ts';

/** Backend `serial` and the kernels it shares with the other CPU backends. */
const plugin: Plugin = definePlugin({
  name: '@spmv/backend-serial',
  apiVersion: API_VERSION,
  backends: [serial],
  kernels: cpuKernels,
});

export default plugin;

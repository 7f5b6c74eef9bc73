import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { spmmKernels } from './kernels/kernels.ts';
import { spmm } from './spmm.ts';

/** Operation `spmm` with its kernels for every backend. */
const plugin: Plugin = definePlugin({
  name: '@spmv/spmm',
  apiVersion: API_VERSION,
  operations: [spmm],
  kernels: spmmKernels,
});

export default plugin;

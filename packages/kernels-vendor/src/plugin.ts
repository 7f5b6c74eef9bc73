import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { denseKernels } from './kernels/dense.ts';
import { sparseKernels } from './kernels/sparse.ts';

/** Kernels that call what others wrote. Nothing is compiled or opened before an operator is prepared with one of them. */
const plugin: Plugin = definePlugin({
  name: '@spmv/kernels-vendor',
  apiVersion: API_VERSION,
  kernels: [...sparseKernels, ...denseKernels],
});

export default plugin;

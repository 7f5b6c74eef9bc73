import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { createNativeKernels } from './kernels/native-kernels.ts';
import { addedProductKernel, galerkinKernel, rowProductKernel } from './kernels/spgemm.ts';

/** The native kernels. Nothing is loaded before an operator is prepared with one of them. */
const plugin: Plugin = definePlugin({
  name: '@spmv/kernels-native',
  apiVersion: API_VERSION,
  kernels: createNativeKernels(),
  matrixKernels: [rowProductKernel(), addedProductKernel(), galerkinKernel()],
  about: async () => (await import('./levels.ts')).aboutLevels(),
});

export default plugin;

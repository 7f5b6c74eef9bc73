import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { petsc } from './descriptor.ts';
import { petscKernels } from './kernels.ts';

/** Backend `petsc` and its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/backend-petsc',
  apiVersion: API_VERSION,
  backends: [petsc],
  kernels: petscKernels,
});

export default plugin;

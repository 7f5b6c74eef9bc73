import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { fused } from './fused.ts';
import { fusedKernels } from './kernels/kernels.ts';

/** Operation `fused` with its kernels for every backend. */
const plugin: Plugin = definePlugin({
  name: '@spmv/fused',
  apiVersion: API_VERSION,
  operations: [fused],
  kernels: fusedKernels,
});

export default plugin;

import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { gemm } from './gemm.ts';
import { gemmKernels } from './kernels/kernels.ts';

/** Operation `gemm` with its kernels for every backend. */
const plugin: Plugin = definePlugin({
  name: '@spmv/gemm',
  apiVersion: API_VERSION,
  operations: [gemm],
  kernels: gemmKernels,
});

export default plugin;

import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { cudaCsr } from './kernels/cuda-csr.ts';
import { jsCsr } from './kernels/js-csr.ts';
import { wasmCsr } from './kernels/wasm-csr.ts';
import { wgslCsr } from './kernels/wgsl-csr.ts';
import { spgemm } from './spgemm.ts';

/** Operation `spgemm` with its kernels. */
const plugin: Plugin = definePlugin({
  name: '@spmv/spgemm',
  apiVersion: API_VERSION,
  matrixOperations: [spgemm],
  matrixKernels: [jsCsr, wasmCsr, cudaCsr, wgslCsr],
});

export default plugin;

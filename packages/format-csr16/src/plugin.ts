import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { csr16 } from './csr16.ts';
import { jsCsr16, wasmCsr16 } from './kernels/kernels.ts';

/** Format `csr16` with its kernels for the CPU. */
const plugin: Plugin = definePlugin({
  name: '@spmv/format-csr16',
  apiVersion: API_VERSION,
  formats: [csr16],
  kernels: [jsCsr16, wasmCsr16()],
});

export default plugin;

import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { coo } from './coo.ts';
import { csr } from './csr.ts';
import { csrPadded } from './csr-padded.ts';
import { ellpack } from './ellpack.ts';
import { ellpackR } from './ellpack-r.ts';

/** The formats of the papers: COO, CSR, padded CSR, ELLPACK, ELLPACK-R. */
const plugin: Plugin = definePlugin({
  name: '@spmv/formats',
  apiVersion: API_VERSION,
  formats: [coo, csr, csrPadded, ellpack, ellpackR],
});

export default plugin;

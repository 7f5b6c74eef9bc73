import type { Plugin } from '@spmv/core';
import { API_VERSION, definePlugin } from '@spmv/core';
import { coo } from './coo.ts';
import { csc } from './csc.ts';
import { csr } from './csr.ts';
import { csr64 } from './csr64.ts';
import { csrPadded } from './csr-padded.ts';
import { ellpack } from './ellpack.ts';
import { ellpackR } from './ellpack-r.ts';

/** The formats of the papers: COO, CSR, CSR beyond 2^31 entries, CSC, padded CSR, ELLPACK, ELLPACK-R. */
const plugin: Plugin = definePlugin({
  name: '@spmv/formats',
  apiVersion: API_VERSION,
  formats: [coo, csr, csr64, csc, csrPadded, ellpack, ellpackR],
});

export default plugin;

import type { Kernel } from '@spmv/core';
import { byRows, wasmKernel } from '@spmv/kernel-kit';

/**
 * The same in WebAssembly. The function of assembly/index.ts for the precision is called with the addresses of these arrays, of x and y, then
 * with alpha, beta and the range of rows.
 */
export const wasmPairwise: Kernel<'wasm'> = wasmKernel({
  id: 'wasm/acme/csr-pairwise',
  format: 'csr',
  title: 'CSR, two sums a row',
  reproducibility: 'bitwise',
  files: {
    simd: new URL('../../dist/wasm/simd.wasm', import.meta.url),
    relaxedSimd: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
  },
  export: 'pairwise',
  arrays: ['rowStart', 'colIndex', 'values'],
  partition: (context) => byRows(context, 'A.rowStart'),
});

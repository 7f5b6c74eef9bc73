import type { Kernel } from '@spmv/core';
import { byRows, jsKernel } from '@spmv/kernel-kit';

/** The readable kernel, for backends that run JavaScript. */
export const jsPairwise: Kernel<'js'> = jsKernel({
  id: 'js/acme/csr-pairwise',
  format: 'csr',
  title: 'CSR, two sums a row',
  reproducibility: 'bitwise',
  // From src/kernels and from dist/kernels alike: workers import what was built. A literal, so that bundlers see the file and copy it; the
  // module imports nothing but types, because they copy it alone.
  module: new URL('../../dist/js/pairwise.js', import.meta.url),
  export: 'pairwise',
  // Threads get rows with as many entries each: `rowStart` says where those of a row begin.
  partition: (context) => byRows(context, 'A.rowStart'),
});

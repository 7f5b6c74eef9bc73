import type { Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { byRows, NARROW_VALUES_TOO, stepNumbers } from '@spmv/kernel-kit';
import { spmmKernel } from './spmm-kernel.ts';

/** CSR row by row: the entries of a row are read once for every eight vectors. */
export const jsCsr: Kernel<'js'> = spmmKernel('js', {
  id: 'js/spmm-csr',
  format: 'csr',
  title: 'CSR, row by row, eight vectors at a time',
  precisions: NARROW_VALUES_TOO,
  reproducibility: 'bitwise',
  params: NO_PARAMS,
  program: (context) => ({
    passes: [
      {
        module: new URL('../js/csr.ts', import.meta.url).href,
        export: 'csr',
        partition: byRows(context, 'rowStart'),
        numbers: stepNumbers(context),
      },
    ],
  }),
});

/** Every kernel in JavaScript of this package. */
export const jsKernels: readonly Kernel[] = [jsCsr];

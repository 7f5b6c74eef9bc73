import type { Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { byRows, NARROW_VALUES_TOO, unitsOf } from '@spmv/kernel-kit';

const MODULE = new URL('../js/csr-transposed.ts', import.meta.url);

/** y ← αAᵀx + βy without storing Aᵀ: every worker adds into its own sums, and these are added up in a fixed order. */
export const csrTransposed: Kernel<'js'> = {
  kind: 'kernel',
  id: 'js/csr-transposed',
  operation: 'spmv',
  options: { transpose: true },
  target: 'js',
  format: 'csr',
  title: 'CSR transposed, sums of each worker added up by columns',
  sources: [],
  precisions: NARROW_VALUES_TOO,
  reproducibility: 'run-to-run',
  requires: [],
  params: NO_PARAMS,
  program: (context) => ({
    scratch: { sums: { element: 'f64', length: context.matrix.shape.cols, perWorker: true } },
    passes: [
      { module: MODULE.href, export: 'clearSums', partition: { unit: 'workers', count: 'workers' } },
      { module: MODULE.href, export: 'addRows', partition: byRows(context, 'rowStart') },
      { module: MODULE.href, export: 'reduceSums', partition: unitsOf('columns', context.matrix.shape.cols) },
    ],
  }),
};

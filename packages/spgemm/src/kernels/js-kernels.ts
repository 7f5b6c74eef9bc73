import type { Citation, KernelSteps, MatrixKernel } from '@spmv/core';
import { NO_PARAMS, readNumbers } from '@spmv/core';

/** What kernels in JavaScript whose result is CSR have in common. */
export const JS_CSR: Pick<
  MatrixKernel<'js', Record<never, never>>,
  'kind' | 'target' | 'precisions' | 'reproducibility' | 'requires' | 'params'
> = {
  kind: 'matrix-kernel',
  target: 'js',
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f64' },
  ],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
};

export const NAGASAKA: Citation = {
  title:
    'Nagasaka, Matsuoka, Azad, Buluç 2018, "High-performance sparse matrix-matrix products on Intel KNL and multicore architectures"',
  section: '4',
};

export const MILAKOVIC: Citation = {
  title:
    'Milaković, Selvitopi, Nisa, Budimlić, Buluç 2022, "Parallel algorithms for masked sparse matrix-matrix products"',
};

/** The entries of C, which a pass left in `work.totals`. More than its format numbers are refused by core, with the number. */
export function* readEntries(): KernelSteps<'js', { readonly nnz: number }> {
  const [nnz = 0] = yield* readNumbers('work.totals', 0, 1);
  return { nnz };
}

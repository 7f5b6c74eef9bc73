import type { Kernel } from '@spmv/core';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import { byRows, nativeKernel } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled } from './build.ts';
import { FRAGA, MERRILL } from './sources.ts';

/** CSR by rows and along the merge path. */
export function csrKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  return [
    nativeKernel({
      id: 'native/csr',
      format: 'csr',
      title: 'CSR, as many entries at a time as a vector has lanes',
      sources: [FRAGA],
      module: FUNCTIONS,
      export: leveled(build, 'csr'),
      arrays: ['rowStart', 'colIndex', 'values'],
      partition: (context) => byRows(context, 'rowStart'),
    }),
    nativeKernel({
      id: 'native/csr-merge',
      format: 'csr',
      title: 'CSR along the merge path: rows may be split between threads',
      sources: [MERRILL],
      module: FUNCTIONS,
      export: leveled(build, 'csrMerge'),
      arrays: ['rowStart', 'colIndex', 'values'],
      numbers: ['rows', 'nnz'],
      partition: ({ matrix }) => ({
        unit: 'rows+entries',
        count: matrix.shape.rows + matrix.nnz,
        splitRows: SPLIT_ROWS_INTO_Y,
      }),
    }),
  ];
}

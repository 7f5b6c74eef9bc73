import type { Kernel } from '@spmv/core';
import { SPLIT_ROWS_INTO_Y } from '@spmv/core';
import type { RowOrderParams } from '@spmv/kernel-kit';
import { byRows, COLUMNS, nativeKernel, rowOrder, rowOrderParams, unitsOf, withConjugated } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FULL, FUNCTIONS, leveled, PRECISIONS, WITH_HALVES } from './build.ts';
import { FRAGA, MERRILL, VAZQUEZ } from './sources.ts';

/** Kernels of CSR and of what is stored like it. */
export function rowKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  const common = { module: FUNCTIONS, precisions: PRECISIONS } as const;
  return [
    nativeKernel({
      ...common,
      precisions: WITH_HALVES,
      id: 'native/csr',
      format: 'csr',
      title: 'CSR, as many entries at a time as a vector has lanes',
      sources: [FRAGA],
      export: leveled(build, 'csr'),
      arrays: ['rowStart', 'colIndex', 'values', 'auxiliary.choice', 'auxiliary.order'],
      analyse: rowOrder,
      params: rowOrderParams,
      partition: (context) => byRows(context, 'rowStart'),
    }),
    nativeKernel({
      ...common,
      id: 'native/csr-merge',
      format: 'csr',
      title: 'CSR along the merge path: rows may be split between threads',
      sources: [MERRILL],
      export: leveled(build, 'csrMerge'),
      arrays: ['rowStart', 'colIndex', 'values', 'auxiliary.choice', 'auxiliary.order'],
      analyse: rowOrder,
      params: rowOrderParams,
      numbers: ['rows', 'nnz'],
      partition: ({ matrix }) => ({
        unit: 'rows+entries',
        count: matrix.shape.rows + matrix.nnz,
        splitRows: SPLIT_ROWS_INTO_Y,
      }),
    }),
    nativeKernel({
      ...common,
      id: 'native/csr64',
      format: 'csr64',
      title: 'CSR with row starts beyond 32 bits, as many entries at a time as a vector has lanes',
      sources: [FRAGA],
      export: leveled(build, 'csr64'),
      arrays: ['rowStart', 'colIndex', 'values'],
      partition: (context) => byRows(context, 'rowStart'),
    }),
    ...withConjugated(nativeKernel<RowOrderParams>, {
      ...common,
      precisions: WITH_HALVES,
      id: 'native/csc-transposed',
      format: 'csc',
      options: COLUMNS.along,
      title: 'CSC transposed, as many entries at a time as a vector has lanes',
      sources: [FRAGA],
      export: leveled(build, 'csr'),
      arrays: ['rowStart = colStart', 'colIndex = rowIndex', 'values', 'auxiliary.choice', 'auxiliary.order'],
      analyse: rowOrder,
      params: rowOrderParams,
      partition: ({ matrix }) => unitsOf('cols', matrix.shape.cols, 'colStart'),
    }),
    nativeKernel({
      ...common,
      precisions: WITH_HALVES,
      id: 'native/csr-padded',
      format: 'csr-padded',
      title: 'Padded CSR, as many entries at a time as a vector has lanes',
      sources: [{ ...VAZQUEZ, section: 'III.D' }],
      export: leveled(build, 'csrPadded'),
      arrays: ['rowStart', 'colIndex', 'values'],
      partition: (context) => byRows(context, 'rowStart'),
    }),
    nativeKernel({
      module: FUNCTIONS,
      precisions: FULL,
      id: 'native/csr16',
      format: 'csr16',
      title: 'CSR with 16-bit columns, as many entries at a time as a vector has lanes',
      export: ({ matrix, precision }) =>
        leveled(build, precision.precision === 'f64' && matrix.scalars['valueBytes'] === 4 ? 'csr16Narrow' : 'csr16'),
      arrays: ['rowStart', 'rowBase', 'offset', 'high', 'values'],
      partition: (context) => byRows(context, 'rowStart'),
    }),
    nativeKernel({
      ...common,
      id: 'native/coo',
      format: 'coo',
      title: 'COO, runs of a row, as many entries at a time as a vector has lanes',
      sources: [{ ...VAZQUEZ, section: 'III.A' }],
      export: leveled(build, 'coo'),
      arrays: ['rowIndex', 'colIndex', 'values'],
      numbers: ['rows', 'nnz'],
      partition: ({ matrix }) => ({ unit: 'entries', count: matrix.nnz, splitRows: SPLIT_ROWS_INTO_Y }),
    }),
  ];
}

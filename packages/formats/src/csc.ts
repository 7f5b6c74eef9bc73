import type { ArraysOf, Finding, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowStartOf, transposeCoo } from '@spmv/core';
import type { CsrArrays } from './csr.ts';
import { csr } from './csr.ts';
import { SAAD } from './sources.ts';

const layout = {
  colStart: {
    element: 'i32',
    length: 'cols + 1',
    doc: 'Index of the first entry of each column; the last element is nnz.',
  },
  rowIndex: { element: 'i32', length: 'nnz', doc: 'Row of each entry, increasing within a column.' },
  values: { element: 'value', length: 'nnz', doc: 'Value of each entry.' },
} as const;

/** The arrays of format `csc`. */
export type CscArrays = ArraysOf<typeof layout>;

type NoParams = Record<never, never>;

/** The same arrays, as those of Aᵀ in `csr`. */
function asRows(matrix: StoredMatrix<CscArrays, NoParams>): StoredMatrix<CsrArrays, NoParams> {
  const { colStart, rowIndex, values } = matrix.arrays;
  const { rows, cols } = matrix.shape;
  return {
    ...matrix,
    format: 'csr',
    shape: { rows: cols, cols: rows },
    arrays: { rowStart: colStart, colIndex: rowIndex, values },
  };
}

const OF_COLUMNS: Readonly<Record<string, string>> = {
  rowStart: 'colStart',
  colIndex: 'rowIndex',
  row: 'column',
  column: 'row',
  rows: 'columns',
  columns: 'rows',
};

/** What a finding of Aᵀ in `csr` says of A. */
function ofColumns({ invariant, message }: Finding): Finding {
  const renamed = (text: string): string => text.replace(/\w+/gu, (word) => OF_COLUMNS[word] ?? word);
  return { invariant: renamed(invariant), message: renamed(message) };
}

/**
 * Compressed sparse columns (CSC): the entries of column j are colStart[j] … colStart[j+1]−1. `csr` of Aᵀ, and so its product is that of
 * CSR transposed, and its transposed product that of CSR.
 *
 * ```
 * 1 . 2 . .      colStart  0 2 4 5 6 7
 * . 3 . . 4      rowIndex  0 3 1 3 0 3 1
 * . . . . .      values    1 5 3 6 2 7 4
 * 5 6 . 7 .
 * ```
 *
 * Bytes: 4·(cols+1) + nnz·(4 + value). For matrices that come by columns, and for products by Aᵀ.
 */
export const csc: SparseFormat<NoParams, typeof layout> = {
  kind: 'format',
  id: 'csc',
  title: 'Compressed sparse columns (CSC)',
  sources: [{ ...SAAD, section: '3.4' }],
  layout,
  scalars: {},
  params: { axes: {} },
  plan: ({ nnz }) => ({ scalars: {}, slots: nnz }),
  build: (coo, { arrays: { colStart, rowIndex, values } }) => {
    const turned = transposeCoo(coo);
    colStart.set(rowStartOf(turned));
    rowIndex.set(turned.colIndex);
    values.set(turned.values);
  },
  toCoo: (matrix) => transposeCoo(csr.toCoo(asRows(matrix))),
  check: (matrix) => csr.check(asRows(matrix)).map(ofColumns),
};

import type { ArraysOf, SparseFormat } from '@spmv/core';
import { rowIndexOf } from '@spmv/core';
import { csrByRows } from './csr-by-rows.ts';
import { checkRows } from './row-checks.ts';
import { rowsAsCsr } from './rows-as-csr.ts';
import { FRAGA, SAAD, VAZQUEZ } from './sources.ts';

const layout = {
  rowStart: {
    element: 'i32',
    length: 'rows + 1',
    copyOf: 'rowStart',
    doc: 'Index of the first entry of each row; the last element is nnz.',
  },
  colIndex: {
    element: 'i32',
    length: 'nnz',
    copyOf: 'colIndex',
    doc: 'Column of each entry, increasing within a row.',
  },
  values: { element: 'value', length: 'nnz', copyOf: 'values', doc: 'Value of each entry.' },
} as const;

/** The arrays of format `csr`. */
export type CsrArrays = ArraysOf<typeof layout>;

/**
 * Compressed sparse rows (CSR, CRS; Fraga's irp, ja, as): the entries of row i are rowStart[i] … rowStart[i+1]−1.
 *
 * ```
 * 1 . 2 . .      rowStart  0 2 4 4 7
 * . 3 . . 4      colIndex  0 2 1 4 0 1 3
 * . . . . .      values    1 2 3 4 5 6 7
 * 5 6 . 7 .
 * ```
 *
 * Bytes: 4·(rows+1) + nnz·(4 + value). No padding, whatever the lengths of the rows; a good first choice for everything. For more than
 * 2³¹−1 entries there is `csr64`.
 */
export const csr: SparseFormat<Record<never, never>, typeof layout> = {
  kind: 'format',
  id: 'csr',
  title: 'Compressed sparse rows (CSR)',
  sources: [
    { ...FRAGA, section: 'Sparse Matrices Formats' },
    { ...VAZQUEZ, section: 'III.B' },
    { ...SAAD, section: '3.4' },
  ],
  layout,
  scalars: {},
  params: { axes: {} },
  plan: ({ nnz }) => ({ scalars: {}, slots: nnz }),
  build: () => undefined,
  buildFromRows: rowsAsCsr,
  byRows: csrByRows,
  toCoo: ({ shape, arrays }) => ({
    shape: { ...shape },
    rowIndex: rowIndexOf(arrays.rowStart),
    colIndex: arrays.colIndex.slice(),
    values: Float64Array.from(arrays.values),
  }),
  check: checkRows,
};

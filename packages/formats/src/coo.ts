import type { ArraysOf, SparseFormat } from '@spmv/core';
import { checkCoo } from '@spmv/core';
import { SAAD, VAZQUEZ } from './sources.ts';

const layout = {
  rowIndex: { element: 'i32', length: 'nnz', copyOf: 'rowIndex', doc: 'Row of each entry, non-decreasing.' },
  colIndex: {
    element: 'i32',
    length: 'nnz',
    copyOf: 'colIndex',
    doc: 'Column of each entry, increasing within a row.',
  },
  values: { element: 'value', length: 'nnz', copyOf: 'values', doc: 'Value of each entry.' },
} as const;

/** The arrays of format `coo`. */
export type CooArrays = ArraysOf<typeof layout>;

/**
 * Coordinate storage: one row index, one column index and one value per entry, sorted by row then column.
 *
 * ```
 * 1 . 2 . .      rowIndex  0 0 1 1 3 3 3
 * . 3 . . 4      colIndex  0 2 1 4 0 1 3
 * . . . . .      values    1 2 3 4 5 6 7
 * 5 6 . 7 .
 * ```
 *
 * Bytes: nnz·(8 + value). A poor choice when rows are long: the row index is stored again for every entry.
 */
export const coo: SparseFormat<Record<never, never>, typeof layout> = {
  kind: 'format',
  id: 'coo',
  title: 'Coordinate (COO)',
  sources: [
    { ...VAZQUEZ, section: 'III.A' },
    { ...SAAD, section: '3.4' },
  ],
  layout,
  scalars: {},
  params: { axes: {} },
  plan: ({ nnz }) => ({ scalars: {}, slots: nnz }),
  build: () => undefined,
  toCoo: ({ shape, arrays }) => ({
    shape: { ...shape },
    rowIndex: arrays.rowIndex.slice(),
    colIndex: arrays.colIndex.slice(),
    values: Float64Array.from(arrays.values),
  }),
  check: ({ shape, arrays }) => checkCoo({ shape, ...arrays }),
};

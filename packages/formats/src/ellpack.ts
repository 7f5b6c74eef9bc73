import type { SparseFormat } from '@spmv/core';
import { rowLengthOf } from '@spmv/core';
import type { EllpackArrays, EllpackParams } from './ellpack-layout.ts';
import { checkEllpack, ellpackGeometry, ellpackParams, fillEllpack, readEllpack } from './ellpack-layout.ts';
import { CRISTOFORI, FRAGA, VAZQUEZ } from './sources.ts';

/**
 * ELLPACK (ITPACK): every row padded to the longest, `width`. Padding is at the end of a row, has column −1 and is never
 * multiplied. Column order puts the k-th entries of all rows side by side, row order the entries of a row.
 *
 * ```
 * 1 . 2 . .      width = 3      column order, stride 4     row order, stride 3
 * . 3 . . 4      colIndex       0  1 -1  0                 0  2 -1
 * . . . . .                     2  4 -1  1                 1  4 -1
 * 5 6 . 7 .                    -1 -1 -1  3                -1 -1 -1
 *                                                          0  1  3
 * ```
 *
 * Bytes: slots·(4 + value), slots = stride·width or rows·stride. A bad choice as soon as one row is long: `plan` says how bad.
 */
export const ellpack: SparseFormat<EllpackParams, EllpackArrays> = {
  kind: 'format',
  id: 'ellpack',
  title: 'ELLPACK',
  sources: [
    { ...VAZQUEZ, section: 'III.C' },
    { ...FRAGA, section: 'Sparse Matrices Formats' },
    { ...CRISTOFORI, section: '2.3' },
  ],
  layout: {
    colIndex: {
      element: 'i32',
      length: 'slots',
      doc: 'Column of each entry, increasing along a row; −1 where padding.',
    },
    values: { element: 'value', length: 'slots', doc: 'Value of each entry; 0 where padding.' },
  },
  scalars: {
    width: 'Places per row: the longest row.',
    stride: 'Distance between columns (column order) or rows (row order), in elements.',
  },
  params: ellpackParams,
  plan: ({ shape, rows }, params, valueType) => {
    const { width, stride, slots } = ellpackGeometry(shape, rows.max, params);
    return {
      arrays: { colIndex: { element: 'i32', length: slots }, values: { element: valueType, length: slots } },
      scalars: { width, stride },
      slots,
    };
  },
  build: (coo, params, valueType) => {
    const width = rowLengthOf(coo).reduce((longest, length) => Math.max(longest, length), 0);
    const geometry = ellpackGeometry(coo.shape, width, params);
    return {
      format: 'ellpack',
      shape: { ...coo.shape },
      nnz: coo.values.length,
      valueType,
      params,
      scalars: { width, stride: geometry.stride },
      arrays: fillEllpack(coo, geometry, valueType),
    };
  },
  toCoo: ({ shape, nnz, params, scalars, arrays }) =>
    readEllpack(shape, nnz, arrays, ellpackGeometry(shape, scalars['width'] as number, params)),
  check: (matrix) => {
    const finding = checkEllpack(matrix);
    return finding ? [finding] : [];
  },
};

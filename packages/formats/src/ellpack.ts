import type { SparseFormat } from '@spmv/core';
import type { EllpackParams } from './ellpack-layout.ts';
import { checkEllpack, ellpackGeometry, ellpackParams, fillEllpack, layout, readEllpack } from './ellpack-layout.ts';
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
export const ellpack: SparseFormat<EllpackParams, typeof layout> = {
  kind: 'format',
  id: 'ellpack',
  title: 'ELLPACK',
  sources: [
    { ...VAZQUEZ, section: 'III.C' },
    { ...FRAGA, section: 'Sparse Matrices Formats' },
    { ...CRISTOFORI, section: '2.3' },
  ],
  layout,
  scalars: {
    width: 'Places per row: the longest row.',
    stride: 'Distance between columns (column order) or rows (row order), in elements.',
  },
  params: ellpackParams,
  stopsAtPadding: true,
  plan: ({ shape, rows }, params) => {
    const { width, stride, slots } = ellpackGeometry(shape, rows.max, params);
    return { scalars: { width, stride }, slots };
  },
  build: fillEllpack,
  toCoo: readEllpack,
  check: (matrix) => {
    const finding = checkEllpack(matrix);
    return finding ? [finding] : [];
  },
};

import type { Finding, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowLengthOf } from '@spmv/core';
import type { EllpackArrays, EllpackParams } from './ellpack-layout.ts';
import {
  checkEllpack,
  ellpackGeometry,
  ellpackParams,
  ellpackRowLength,
  fillEllpack,
  readEllpack,
} from './ellpack-layout.ts';
import { CRISTOFORI, VAZQUEZ } from './sources.ts';

/** The arrays of format `ellpack-r`. */
export interface EllpackRArrays extends EllpackArrays {
  readonly rowLength: Int32Array;
}

function check(matrix: StoredMatrix<EllpackRArrays, EllpackParams>): readonly Finding[] {
  const { shape, params, scalars, arrays } = matrix;
  const finding = checkEllpack(matrix, { rowLength: shape.rows });
  if (finding) return [finding];
  const geometry = ellpackGeometry(shape, scalars['width'] as number, params);
  for (let row = 0; row < shape.rows; row++) {
    const stored = ellpackRowLength(arrays.colIndex, geometry, row);
    if (arrays.rowLength[row] !== stored) {
      return [
        {
          invariant: 'rowLength',
          message: `rowLength[${row}] is ${arrays.rowLength[row]}, the row stores ${stored} entries`,
        },
      ];
    }
  }
  return [];
}

/**
 * ELLPACK-R: ELLPACK with the length of every row (`rl`, Cristofori's MAXNZ), so that a row ends where its entries end and padding
 * is never looked at. ELLR-T kernels give T threads to a row of it.
 *
 * ```
 * 1 . 2 . .      rowLength  2 2 0 3
 * . 3 . . 4      colIndex   0  1 -1  0   2  4 -1  1  -1 -1 -1  3   (column order, stride 4)
 * . . . . .      values     1  3  0  5   2  4  0  6   0  0  0  7
 * 5 6 . 7 .
 * ```
 *
 * Bytes: 4·rows + slots·(4 + value). As large as ELLPACK, but a long row costs storage only, not time.
 */
export const ellpackR: SparseFormat<EllpackParams, EllpackRArrays> = {
  kind: 'format',
  id: 'ellpack-r',
  title: 'ELLPACK-R',
  sources: [
    { ...VAZQUEZ, section: 'IV' },
    { ...CRISTOFORI, section: '2.3.2' },
  ],
  layout: {
    rowLength: { element: 'i32', length: 'rows', doc: 'Entries of each row.' },
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
      arrays: {
        rowLength: { element: 'i32', length: shape.rows },
        colIndex: { element: 'i32', length: slots },
        values: { element: valueType, length: slots },
      },
      scalars: { width, stride },
      slots,
    };
  },
  build: (coo, params, valueType) => {
    const rowLength = rowLengthOf(coo);
    const width = rowLength.reduce((longest, length) => Math.max(longest, length), 0);
    const geometry = ellpackGeometry(coo.shape, width, params);
    return {
      format: 'ellpack-r',
      shape: { ...coo.shape },
      nnz: coo.values.length,
      valueType,
      params,
      scalars: { width, stride: geometry.stride },
      arrays: { rowLength, ...fillEllpack(coo, geometry, valueType) },
    };
  },
  toCoo: ({ shape, nnz, params, scalars, arrays }) =>
    readEllpack(shape, nnz, arrays, ellpackGeometry(shape, scalars['width'] as number, params)),
  check,
};

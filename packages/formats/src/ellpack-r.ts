import type { ArraysOf, Finding, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowLengthOf } from '@spmv/core';
import type { EllpackParams, layout } from './ellpack-layout.ts';
import { checkEllpack, ellpackRowLength, fillEllpack, geometryOf } from './ellpack-layout.ts';
import { ellpack } from './ellpack.ts';
import { CRISTOFORI, VAZQUEZ } from './sources.ts';

const lengths = { rowLength: { element: 'i32', length: 'rows', doc: 'Entries of each row.' } } as const;

type Layout = typeof lengths & typeof layout;

/** The arrays of format `ellpack-r`. */
export type EllpackRArrays = ArraysOf<Layout>;

function check(matrix: StoredMatrix<EllpackRArrays, EllpackParams>): readonly Finding[] {
  const { shape, arrays } = matrix;
  const finding = checkEllpack(matrix);
  if (finding) return [finding];
  const geometry = geometryOf(matrix);
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
export const ellpackR: SparseFormat<EllpackParams, Layout> = {
  kind: 'format',
  id: 'ellpack-r',
  title: 'ELLPACK-R',
  sources: [
    { ...VAZQUEZ, section: 'IV' },
    { ...CRISTOFORI, section: '2.3.2' },
  ],
  layout: { ...lengths, ...ellpack.layout },
  scalars: ellpack.scalars,
  params: ellpack.params,
  stopsAtPadding: true,
  plan: ellpack.plan,
  build: (coo, matrix) => {
    matrix.arrays.rowLength.set(rowLengthOf(coo));
    fillEllpack(coo, matrix);
  },
  toCoo: ellpack.toCoo,
  check,
};

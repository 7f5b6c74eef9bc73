import type { Finding, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowLengthOf } from '@spmv/core';
import type { EllpackArrays, EllpackParams } from './ellpack-layout.ts';
import { checkEllpack, ellpackGeometry, ellpackRowLength } from './ellpack-layout.ts';
import { ellpack } from './ellpack.ts';
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
  layout: { rowLength: { element: 'i32', length: 'rows', doc: 'Entries of each row.' }, ...ellpack.layout },
  scalars: ellpack.scalars,
  params: ellpack.params,
  plan: (structure, params, valueType) => {
    const plan = ellpack.plan(structure, params, valueType);
    return { ...plan, arrays: { rowLength: { element: 'i32', length: structure.shape.rows }, ...plan.arrays } };
  },
  build: (coo, params, valueType) => {
    const stored = ellpack.build(coo, params, valueType);
    return { ...stored, format: 'ellpack-r', arrays: { rowLength: rowLengthOf(coo), ...stored.arrays } };
  },
  toCoo: ellpack.toCoo,
  check,
};

import type { CooMatrix, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import { checkHyb, ellLength, splitOf } from './hyb-check.ts';
import type { HybArrays } from './hyb-layout.ts';
import { layout } from './hyb-layout.ts';
import { BELL_GARLAND, VAZQUEZ } from './sources.ts';
import type { HybParams } from './split.ts';
import { hybParams, splitRows } from './split.ts';

type Stored = StoredMatrix<HybArrays, HybParams>;

function build(coo: CooMatrix, matrix: Stored): void {
  const rowStart = rowStartOf(coo);
  const { width, rowStep, placeStep } = splitOf(matrix);
  const { ellColIndex, ellValues, cooRowIndex, cooColIndex, cooValues } = matrix.arrays;
  ellColIndex.fill(-1);
  let o = 0;
  for (let i = 0; i < coo.shape.rows; i++) {
    const end = rowStart[i + 1];
    const cut = Math.min(end, rowStart[i] + width);
    let slot = i * rowStep;
    for (let k = rowStart[i]; k < cut; k++, slot += placeStep) {
      ellColIndex[slot] = coo.colIndex[k];
      ellValues[slot] = coo.values[k];
    }
    for (let k = cut; k < end; k++, o++) {
      cooRowIndex[o] = i;
      cooColIndex[o] = coo.colIndex[k];
      cooValues[o] = coo.values[k];
    }
  }
}

function toCoo(matrix: Stored): CooMatrix {
  const { shape, nnz, arrays } = matrix;
  const split = splitOf(matrix);
  const { overflow, rowStep, placeStep } = split;
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let k = 0;
  let o = 0;
  for (let i = 0; i < shape.rows; i++) {
    const first = k;
    let slot = i * rowStep;
    for (const end = k + ellLength(matrix, split, i); k < end; k++, slot += placeStep) {
      colIndex[k] = arrays.ellColIndex[slot];
      values[k] = arrays.ellValues[slot];
    }
    for (; o < overflow && arrays.cooRowIndex[o] === i; o++, k++) {
      colIndex[k] = arrays.cooColIndex[o];
      values[k] = arrays.cooValues[o];
    }
    rowIndex.fill(i, first, k);
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}

/**
 * HYB: the first `width` entries of every row in ELLPACK, what overflows in COO. The width is the least that holds a share of the
 * rows whole, 2/3 in the paper, so one long row no longer pads all others.
 *
 * ```
 * 1 . 2 . .      fraction = 2/3: 3 of 4 rows have at most 2 entries, so width = 2
 * . 3 . . 4      ellColIndex  0  1 -1  0   2  4 -1  1   (column order, stride 4)
 * . . . . .      ellValues    1  3  0  5   2  4  0  6
 * 5 6 . 7 .      cooRowIndex  3     cooColIndex  3     cooValues  7
 * ```
 *
 * Padding is at the end of a row, has column −1 and is never multiplied. A row overflows only where its ELLPACK part is full, with
 * columns above those there, so that a kernel can finish a row in one pass once it knows where the row's overflow begins.
 *
 * Bytes: slots·(4 + value) + overflow·(8 + value), slots = stride·width or rows·stride. A bad choice where most rows differ: then
 * either part is large.
 */
export const hyb: SparseFormat<HybParams, typeof layout> = {
  kind: 'format',
  id: 'hyb',
  title: 'HYB: ELLPACK + COO',
  sources: [VAZQUEZ, BELL_GARLAND],
  layout,
  scalars: {
    width: 'Places per row of the ELLPACK part.',
    stride: 'Distance between columns (column order) or rows (row order) of the ELLPACK part, in elements.',
    overflow: 'Entries in COO.',
  },
  params: hybParams,
  stopsAtPadding: true,
  plan: ({ shape, rowLength }, params) => {
    const { width, stride, slots, overflow } = splitRows(shape, rowLength, params);
    return { scalars: { width, stride, overflow }, slots: slots + overflow };
  },
  build,
  toCoo,
  check: checkHyb,
};

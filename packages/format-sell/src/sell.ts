import type { CooMatrix, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowLengthOf, rowStartOf } from '@spmv/core';
import { checkSell, lengthAt } from './sell-check.ts';
import type { SellArrays } from './sell-layout.ts';
import { layout } from './sell-layout.ts';
import type { SellParams } from './sell-params.ts';
import { sellParams } from './sell-params.ts';
import { sliceStarts, sliceWidths, sortRows } from './slices.ts';
import { KREUTZER, MONAKOV, VAZQUEZ } from './sources.ts';

type Stored = StoredMatrix<SellArrays, SellParams>;

/** What the lengths of the rows decide. */
function layoutOf(
  rowLength: Int32Array,
  { C, sigma, alignment }: SellParams,
): { rowOrder: Int32Array; starts: Float64Array } {
  const rowOrder = sigma === 1 ? new Int32Array(0) : sortRows(rowLength, sigma);
  const stored = sigma === 1 ? rowLength : rowLength.map((_, place) => rowLength[rowOrder[place]]);
  return { rowOrder, starts: sliceStarts(sliceWidths(stored, C), C, alignment) };
}

function build(coo: CooMatrix, { params, arrays: { sliceStart, rowOrder, colIndex, values } }: Stored): void {
  const { C, sigma } = params;
  const rowStart = rowStartOf(coo);
  const made = layoutOf(rowLengthOf(coo), params);
  sliceStart.set(made.starts);
  rowOrder.set(made.rowOrder);
  colIndex.fill(-1);
  for (let place = 0; place < coo.shape.rows; place++) {
    const row = sigma === 1 ? place : rowOrder[place];
    const end = rowStart[row + 1];
    let slot = sliceStart[Math.trunc(place / C)] + (place % C);
    for (let k = rowStart[row]; k < end; k++, slot += C) {
      colIndex[slot] = coo.colIndex[k];
      values[slot] = coo.values[k];
    }
  }
}

function toCoo(matrix: Stored): CooMatrix {
  const { shape, nnz, params, arrays } = matrix;
  const { C, sigma } = params;
  const placeOf = new Int32Array(shape.rows);
  for (let place = 0; place < shape.rows; place++) placeOf[sigma === 1 ? place : arrays.rowOrder[place]] = place;
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let k = 0;
  for (let row = 0; row < shape.rows; row++) {
    const place = placeOf[row];
    const length = lengthAt(matrix, place);
    let slot = arrays.sliceStart[Math.trunc(place / C)] + (place % C);
    for (const end = k + length; k < end; k++, slot += C) {
      rowIndex[k] = row;
      colIndex[k] = arrays.colIndex[slot];
      values[k] = arrays.values[slot];
    }
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}

/**
 * Sliced ELLPACK, SELL-C-σ: slices of C rows, each padded to its own longest row and stored column by column, so that the rows of a
 * slice are read side by side. Within windows of σ rows the rows are sorted by length first, so that rows of a slice are about as
 * long, and `rowOrder` says which row of A each is. σ = 1 is the unsorted format of the paper, with S = C rows to a slice.
 *
 * ```
 * 1 . 2 . .      C = 2, sigma = 1                      C = 2, sigma = 4
 * . 3 . . 4      sliceStart  0 4 10                    sliceStart  0 6 10
 * . . . . .      rowOrder    (empty)                   rowOrder    3 0 1 2
 * 5 6 . 7 .      colIndex    0 1 2 4 | -1 0 -1 1 -1 3  colIndex    0 0 1 2 3 -1 | 1 -1 4 -1
 *                values      1 3 2 4 |  0 5  0 6  0 7  values      5 1 6 2 7  0 | 3  0 4  0
 * ```
 *
 * Place k of the row stored at place p is slot sliceStart[⌊p/C⌋] + k·C + p mod C. Padding is at the end of a row, has column −1, and is
 * never multiplied; the last slice has C rows too, those past the matrix being empty.
 *
 * Bytes: 4·(slices+1) + 4·rows (sorted only) + slots·(4 + value). A bad choice where few rows are far longer than their window: one
 * row's length is paid C times.
 */
export const sell: SparseFormat<SellParams, typeof layout> = {
  kind: 'format',
  id: 'sell',
  title: 'Sliced ELLPACK (SELL-C-σ)',
  sources: [VAZQUEZ, MONAKOV, KREUTZER],
  layout,
  scalars: { slices: 'Slices of C rows.', slots: 'Places for entries, padding included.' },
  params: sellParams,
  stopsAtPadding: true,
  plan: ({ rowLength }, params) => {
    const { starts } = layoutOf(rowLength, params);
    const slots = starts.at(-1) as number;
    return { scalars: { slices: starts.length - 1, slots }, slots };
  },
  build,
  toCoo,
  check: checkSell,
};

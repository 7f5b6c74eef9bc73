import type { AnyCoo, RowRange } from '@spmv/core';
import { INDEX_LIMIT, positionsByRows, rowStartOf } from '@spmv/core';

/** Matrices with more entries than so many are sampled; of them about so many are looked at. */
const SAMPLED_FROM = 2 ** 18;
const SAMPLE_ENTRIES = 2 ** 15;
const WINDOWS = 16;

/** Neighbouring rows of a large matrix, spread evenly over its entries. */
export interface Windows {
  readonly rowStart: Int32Array;
  readonly ranges: readonly RowRange[];
}

/** The first row from `from` on that begins at entry `at` or later; the number of rows where none does. */
function rowAt(rowStart: Int32Array, at: number, from: number): number {
  let [low, high] = [from, rowStart.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowStart[middle] < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Undefined of a matrix all of which is as quickly looked at. O(log rows) where `rowStart` is there, else O(nnz). */
export function windowsOf(coo: AnyCoo): Windows | undefined {
  const { shape, colIndex } = coo;
  const nnz = colIndex.length;
  if (nnz < SAMPLED_FROM || shape.rows + shape.cols > INDEX_LIMIT) return undefined;
  const rowStart = coo.rowStart ?? rowStartOf(coo);
  const ranges: RowRange[] = [];
  let row = 0;
  for (let w = 0; w < WINDOWS; w++) {
    // The first row holds entry `at` or the next one.
    const at = Math.floor((nnz / WINDOWS) * w);
    const from = rowAt(rowStart, at, row);
    row = rowAt(rowStart, at + SAMPLE_ENTRIES / WINDOWS, from);
    if (row > from) ranges.push([from, row]);
  }
  return { rowStart, ranges };
}

/** The windows as a matrix of their own: rows keep their lengths and neighbours, and entries their distance from the diagonal. */
export function sampleOf(coo: AnyCoo, { rowStart, ranges }: Windows): AnyCoo {
  const { shape, colIndex, values, components = 1 } = coo;
  const entries = ranges.reduce((sum, [from, to]) => sum + rowStart[to] - rowStart[from], 0);
  const rows = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  const start = new Int32Array(rows + 1);
  const columns = new Int32Array(entries);
  const numbers = new Float64Array(components * entries);
  let [k, i] = [0, 0];
  for (const [from, to] of ranges) {
    // Entry (r, j) becomes (r − from + i, j − from + i + rows of the matrix): columns stay at least 0.
    const shift = shape.rows - from + i;
    for (let r = from; r < to; r++) {
      for (let e = rowStart[r]; e < rowStart[r + 1]; e++, k++) {
        columns[k] = colIndex[e] + shift;
        for (let c = 0; c < components; c++) numbers[components * k + c] = values[components * e + c];
      }
      start[++i] = k;
    }
  }
  const made = { shape: { rows, cols: shape.cols + shape.rows }, values: numbers };
  const positions = positionsByRows(start, columns);
  return components === 2 ? Object.assign(positions, made, { components }) : Object.assign(positions, made);
}

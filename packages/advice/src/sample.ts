import type { CooMatrix } from '@spmv/core';
import { INDEX_LIMIT, rowStartOf } from '@spmv/core';

/** Matrices with more entries than so many are sampled; of them about so many are looked at. */
const SAMPLED_FROM = 2 ** 18;
const SAMPLE_ENTRIES = 2 ** 16;
const WINDOWS = 16;

/**
 * Windows of neighbouring rows, spread evenly over the entries of a large matrix, as a matrix of their own; undefined where all of it is as quickly looked at. Rows keep
 * their lengths and neighbours, and entries their distance from the diagonal. O(rows) where `rowStart` is there.
 */
export function sampleOf(coo: CooMatrix): CooMatrix | undefined {
  const { shape, colIndex, values } = coo;
  const nnz = values.length;
  if (nnz < SAMPLED_FROM || shape.rows + shape.cols > INDEX_LIMIT) return undefined;
  const rowStart = coo.rowStart ?? rowStartOf(coo);
  /** Rows from..to, of which the first holds entry `at` or the next one. */
  const windows: (readonly [from: number, to: number])[] = [];
  let row = 0;
  for (let w = 0; w < WINDOWS; w++) {
    const at = Math.floor((nnz / WINDOWS) * w);
    while (row < shape.rows && rowStart[row] < at) row++;
    const from = row;
    while (row < shape.rows && rowStart[row] - at < SAMPLE_ENTRIES / WINDOWS) row++;
    if (row > from) windows.push([from, row]);
  }
  const entries = windows.reduce((sum, [from, to]) => sum + rowStart[to] - rowStart[from], 0);
  const rows = windows.reduce((sum, [from, to]) => sum + to - from, 0);
  const sample = {
    shape: { rows, cols: shape.cols + shape.rows },
    rowIndex: new Int32Array(entries),
    colIndex: new Int32Array(entries),
    values: new Float64Array(entries),
  };
  let [k, i] = [0, 0];
  for (const [from, to] of windows) {
    // Entry (r, j) becomes (r − from + i, j − from + i + rows of the matrix): columns stay at least 0.
    const shift = shape.rows - from + i;
    for (let r = from; r < to; r++, i++) {
      for (let e = rowStart[r]; e < rowStart[r + 1]; e++, k++) {
        sample.rowIndex[k] = i;
        sample.colIndex[k] = colIndex[e] + shift;
        sample.values[k] = values[e];
      }
    }
  }
  return sample;
}

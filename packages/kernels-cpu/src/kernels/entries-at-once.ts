import type { NamedArrays, StoredMatrix } from '@spmv/core';

/** Rows longer than this on average take four entries at a time whatever their lengths. */
const SHORT = 12;

/**
 * `choice`: 0 for four entries at a time, 1 for one. Where rows are short and most differ in length from the row before, the
 * processor mispredicts the end of every inner loop, and one loop is better than two (power-law graphs: 15 %).
 */
export function entriesAtOnce(matrix: StoredMatrix): NamedArrays {
  const rowStart = matrix.arrays['rowStart'] as Int32Array;
  const { rows } = matrix.shape;
  let changes = 0;
  let previous = -1;
  for (let i = 0; i < rows; i++) {
    const length = (rowStart[i + 1] as number) - (rowStart[i] as number);
    if (length !== previous) changes++;
    previous = length;
  }
  const irregular = matrix.nnz <= SHORT * rows && changes > rows / 2;
  return { choice: Int32Array.of(irregular ? 1 : 0) };
}

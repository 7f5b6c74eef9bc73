import type { Axis, NamedArrays, StoredMatrix } from '@spmv/core';
import { INDEX_LIMIT } from '@spmv/core';
import { overflowStart } from '@spmv/kernel-kit';

/** Overflow that the thread of a row adds up alone. */
export const limitAxis: Axis<number> = {
  values: [8, 32, 128],
  default: 32,
  range: { min: 0, max: 2 ** 31 - 1, integer: true },
  doc: 'Overflow entries that the thread of a row adds up alone; rows with more get 32 threads or a block.',
};

/** Overflow from which a whole block works on a row, where a kernel distinguishes. */
export const BLOCK_LIMIT = 1024;

/**
 * What GPU kernels need: `overflowStart`, and `longRows`, which begins with the number of rows that overflow by more than `limit`
 * entries and then lists them, the longest first.
 */
export function analyseLongRows(matrix: StoredMatrix, limit: number): NamedArrays {
  const start = overflowStart(matrix);
  const { rows } = matrix.shape;
  const overflowOf = (row: number): number => start[row + 1] - start[row];
  let count = 0;
  for (let row = 0; row < rows; row++) if (overflowOf(row) > limit) count++;
  // One key a row, its number below how far it is from the longest possible overflow: numbers sort without a call for every pair, and
  // there is no list that could outgrow a stack or a plain array.
  const keys = new BigUint64Array(count);
  const words = new Uint32Array(keys.buffer);
  for (let row = 0, k = 0; row < rows; row++) {
    if (overflowOf(row) <= limit) continue;
    words[k++] = row;
    words[k++] = INDEX_LIMIT - overflowOf(row);
  }
  keys.sort();
  const longRows = new Int32Array(1 + count);
  longRows[0] = count;
  for (let k = 0; k < count; k++) longRows[k + 1] = words[2 * k];
  return { overflowStart: start, longRows };
}

import type { Axis, NamedArrays, StoredMatrix } from '@spmv/core';
import { overflowStart } from '../overflow-start.ts';

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
  const overflowOf = (row: number): number => (start[row + 1] as number) - (start[row] as number);
  const long: number[] = [];
  for (let row = 0; row < matrix.shape.rows; row++) if (overflowOf(row) > limit) long.push(row);
  long.sort((a, b) => overflowOf(b) - overflowOf(a) || a - b);
  return { overflowStart: start, longRows: Int32Array.of(long.length, ...long) };
}

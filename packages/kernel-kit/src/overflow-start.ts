import type { NamedArrays, StoredMatrix } from '@spmv/core';

/**
 * Of HYB: the first overflow of each row and the number of overflows as last element, length rows + 1: what lets one pass finish every row. It is
 * made for kernels rather than stored, because COO is all that the format needs.
 */
export function overflowStart({ shape, arrays }: StoredMatrix): Int32Array {
  const rowIndex = arrays['cooRowIndex'] as Int32Array;
  const start = new Int32Array(shape.rows + 1);
  for (const row of rowIndex) start[row + 1] = start[row + 1] + 1;
  for (let i = 0; i < shape.rows; i++) start[i + 1] = start[i + 1] + start[i];
  return start;
}

/** {@link overflowStart}, and `work`, by which a backend divides the rows. */
export function analyseOverflow(matrix: StoredMatrix): NamedArrays {
  const start = overflowStart(matrix);
  return { overflowStart: start, work: workOfRows(matrix, start) };
}

/** What the rows before each row cost, length rows + 1: every place of the ELLPACK part and every overflow is one. */
function workOfRows({ shape, scalars }: StoredMatrix, start: Int32Array): Float64Array {
  const width = scalars['width'];
  return Float64Array.from({ length: shape.rows + 1 }, (_, i) => i * width + start[i]);
}

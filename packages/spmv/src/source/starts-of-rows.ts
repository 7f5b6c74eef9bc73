import { startsOfRows } from '@spmv/core';

/** Where rows begin, of entries in the order of their rows; undefined of any others, and where rows are far more than entries. */
export function startsOfFilledRows(rowIndex: Int32Array, rows: number): Int32Array | undefined {
  return rows > 4 * rowIndex.length ? undefined : startsOfRows(rowIndex, rows);
}

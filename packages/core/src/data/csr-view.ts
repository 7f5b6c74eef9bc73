import type { CooMatrix } from './coo.ts';

/** `rowStart[i]..rowStart[i+1]` are the entries of row i of a canonical COO; length rows + 1. */
export function rowStartOf(coo: CooMatrix): Int32Array {
  const rowStart = new Int32Array(coo.shape.rows + 1);
  const { rowIndex } = coo;
  for (let k = 0; k < rowIndex.length; k++) {
    const slot = (rowIndex[k] as number) + 1;
    rowStart[slot] = (rowStart[slot] as number) + 1;
  }
  for (let i = 0; i < coo.shape.rows; i++) rowStart[i + 1] = (rowStart[i + 1] as number) + (rowStart[i] as number);
  return rowStart;
}

/** Entries of each row of a canonical COO; length rows. */
export function rowLengthOf(coo: CooMatrix): Int32Array {
  const rowLength = new Int32Array(coo.shape.rows);
  for (let k = 0; k < coo.rowIndex.length; k++) {
    const i = coo.rowIndex[k] as number;
    rowLength[i] = (rowLength[i] as number) + 1;
  }
  return rowLength;
}

/** The rows that hold entries, in order. Costs what the entries cost, however many rows there are. */
export interface OccupiedRows {
  /** Index of each; length k. */
  readonly row: Int32Array;
  /** Entries start[r]..start[r+1] are those of row[r]; length k + 1. */
  readonly start: Int32Array;
}

/** The rows of a canonical COO that hold entries. O(nnz) in time and memory. */
export function occupiedRowsOf({ rowIndex }: CooMatrix): OccupiedRows {
  const nnz = rowIndex.length;
  let count = 0;
  for (let k = 0; k < nnz; k++) if (k === 0 || rowIndex[k] !== rowIndex[k - 1]) count++;
  const row = new Int32Array(count);
  const start = new Int32Array(count + 1);
  let r = 0;
  for (let k = 0; k < nnz; k++) {
    if (k > 0 && rowIndex[k] === rowIndex[k - 1]) continue;
    row[r] = rowIndex[k] as number;
    start[r++] = k;
  }
  start[count] = nnz;
  return { row, start };
}

/** Entries of each occupied row. */
export function occupiedLengths({ row, start }: OccupiedRows): Int32Array {
  return row.map((_, r) => (start[r + 1] as number) - (start[r] as number));
}

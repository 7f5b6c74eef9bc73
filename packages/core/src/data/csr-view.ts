import type { AnyCoo } from './coo.ts';
import { countUp } from './coo.ts';

/** All that is looked at here: values do not matter. */
type Rows = Omit<AnyCoo, 'components'>;

/** The row of each entry, of where rows begin. */
export function rowIndexOf(rowStart: Int32Array): Int32Array {
  const rows = rowStart.length - 1;
  const rowIndex = new Int32Array(rowStart[rows] as number);
  for (let i = 0; i < rows; i++) rowIndex.fill(i, rowStart[i], rowStart[i + 1]);
  return rowIndex;
}

/** `rowStart[i]..rowStart[i+1]` are the entries of row i of a canonical COO; length rows + 1. An array of its own: the caller may keep and change it. */
export function rowStartOf(coo: Rows): Int32Array {
  if (coo.rowStart) return coo.rowStart.slice();
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
export function rowLengthOf(coo: Rows): Int32Array {
  const { rowStart } = coo;
  const rowLength = new Int32Array(coo.shape.rows);
  if (rowStart) {
    for (let i = 0; i < rowLength.length; i++) rowLength[i] = (rowStart[i + 1] as number) - (rowStart[i] as number);
    return rowLength;
  }
  for (let k = 0; k < coo.rowIndex.length; k++) {
    const i = coo.rowIndex[k] as number;
    rowLength[i] = (rowLength[i] as number) + 1;
  }
  return rowLength;
}

/** The rows that hold entries, in order. Costs what the entries cost, however many rows there are. Its arrays may be the matrix's: read them alone. */
export interface OccupiedRows {
  /** Index of each; length k. */
  readonly row: Int32Array;
  /** Entries start[r]..start[r+1] are those of row[r]; length k + 1. */
  readonly start: Int32Array;
}

function occupiedIn(rowStart: Int32Array): OccupiedRows {
  const rows = rowStart.length - 1;
  const isOccupied = (i: number): boolean => rowStart[i] !== rowStart[i + 1];
  let count = 0;
  for (let i = 0; i < rows; i++) if (isOccupied(i)) count++;
  if (count === rows) return { row: countUp(rows), start: rowStart };
  const row = new Int32Array(count);
  const start = new Int32Array(count + 1);
  let r = 0;
  for (let i = 0; i < rows; i++) {
    if (!isOccupied(i)) continue;
    row[r] = i;
    start[r++] = rowStart[i] as number;
  }
  start[count] = rowStart[rows] as number;
  return { row, start };
}

/** The rows of a canonical COO that hold entries. O(nnz) in time and memory; O(rows) where `rowStart` is there. */
export function occupiedRowsOf(coo: Rows): OccupiedRows {
  if (coo.rowStart) return occupiedIn(coo.rowStart);
  const { rowIndex } = coo;
  const nnz = rowIndex.length;
  let count = 0;
  let before = -1;
  for (let k = 0; k < nnz; k++) {
    const i = rowIndex[k] as number;
    if (i !== before) count++;
    before = i;
  }
  const row = new Int32Array(count);
  const start = new Int32Array(count + 1);
  let r = 0;
  before = -1;
  for (let k = 0; k < nnz; k++) {
    const i = rowIndex[k] as number;
    if (i === before) continue;
    row[r] = before = i;
    start[r++] = k;
  }
  start[count] = nnz;
  return { row, start };
}

/** Entries of each occupied row. */
export function occupiedLengths({ row, start }: OccupiedRows): Int32Array {
  const length = new Int32Array(row.length);
  for (let r = 0; r < length.length; r++) length[r] = (start[r + 1] as number) - (start[r] as number);
  return length;
}

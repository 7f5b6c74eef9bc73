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

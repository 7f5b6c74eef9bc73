import type { NamedArrays } from '@spmv/core';

/** Rows without entries of a share that has nothing else. */
export const EMPTY_ROWS = 32;

/**
 * Equal shares of `size` entries of CSR, as spmm-csr-entries.cu has them. `rowIndex`: the row of each entry, then -1 up to the end of the last share and one
 * beyond, then the rows without entries. `shares`: how many shares before this one have entries of its first row; then, for 32 rows without entries
 * each and up to a multiple of `perBlock`, less than 0 by the number of all such rows.
 */
export function entryShares(rowStart: Int32Array, size: number, perBlock: number): NamedArrays {
  const rows = rowStart.length - 1;
  const nnz = rowStart[rows] ?? 0;
  const shareCount = Math.ceil(nnz / size);
  let emptyCount = 0;
  for (let row = 0; row < rows; row++) if (rowStart[row + 1] === rowStart[row]) emptyCount++;
  const all = Math.ceil((shareCount + Math.ceil(emptyCount / EMPTY_ROWS)) / perBlock) * perBlock;
  const shares = new Int32Array(all).fill(-emptyCount);
  const beyond = shareCount * size + 1;
  const rowIndex = new Int32Array(beyond + emptyCount).fill(-1, nnz, beyond);
  let empty = beyond;
  for (let row = 0; row < rows; row++) {
    const begin = rowStart[row] as number;
    const end = rowStart[row + 1] as number;
    if (begin === end) rowIndex[empty++] = row;
    rowIndex.fill(row, begin, end);
  }
  for (let share = 0; share < shareCount; share++) {
    const row = rowIndex[share * size] as number;
    shares[share] = share - Math.floor((rowStart[row] as number) / size);
  }
  return { shares, rowIndex };
}

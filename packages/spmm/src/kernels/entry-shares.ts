import type { NamedArrays } from '@spmv/core';

/** Rows without entries of a share that has nothing else. */
export const EMPTY_ROWS = 32;

/**
 * Equal shares of `size` entries of CSR, a multiple of eight, as spmm-csr-entries.cu has them. `ends`: bit e % 8 of byte ⌊e / 8⌋ is set where entry e is the last of
 * its row. `rows`: the rows with entries in their order, then those without, then -1. `shares`, two numbers each: how many shares before have entries of the first
 * row, and the place of that row in `rows`; then, for 32 rows without entries each and up to a multiple of `perBlock`, less than 0 by how many rows without entries
 * are left, and where they begin.
 */
export function entryShares(rowStart: Int32Array, size: number, perBlock: number): NamedArrays {
  const rowCount = rowStart.length - 1;
  const nnz = rowStart[rowCount] ?? 0;
  const shareCount = Math.ceil(nnz / size);
  const rows = new Int32Array(rowCount + 1).fill(-1);
  const ends = new Uint8Array((shareCount * size) / 8);
  const firstPlace = new Int32Array(shareCount);
  let filled = 0;
  for (let row = 0; row < rowCount; row++) {
    const [begin, end] = [rowStart[row], rowStart[row + 1]];
    if (begin === end) continue;
    // Shares that begin within this row.
    for (let share = Math.ceil(begin / size); share * size < end; share++) firstPlace[share] = filled;
    rows[filled++] = row;
    ends[(end - 1) >> 3] = ends[(end - 1) >> 3] | (1 << ((end - 1) & 7));
  }
  let empty = filled;
  for (let row = 0; row < rowCount; row++) if (rowStart[row] === rowStart[row + 1]) rows[empty++] = row;
  const all = Math.ceil((shareCount + Math.ceil((rowCount - filled) / EMPTY_ROWS)) / perBlock) * perBlock;
  const shares = new Int32Array(2 * all);
  for (let share = 0; share < all; share++) {
    const place = share < shareCount ? firstPlace[share] : filled + (share - shareCount) * EMPTY_ROWS;
    const begin = Math.floor((rowStart[rows[place]] ?? 0) / size);
    shares[2 * share] = share < shareCount ? share - begin : Math.min(0, place - rowCount);
    shares[2 * share + 1] = Math.min(place, rowCount);
  }
  return { shares, ends, rows };
}

import type { NamedArrays } from '@spmv/core';
import { collectSplitRows, splitRowArrays } from '@spmv/kernel-kit';

/**
 * Rows that end in another tile than they begin in, and rows without entries (as number + 1), for tiles of `tileEntries` entries.
 * Tile t leaves the partial sum of the row it begins in at place 2t, of the row it ends in at 2t + 1.
 */
export function analyseCoo(rowIndex: Int32Array, rows: number, tileEntries: number): NamedArrays {
  const nnz = rowIndex.length;
  const isSplit = (border: number): boolean => border < nnz && rowIndex[border - 1] === rowIndex[border];
  const splitRows = collectSplitRows((visit) => {
    for (let border = tileEntries; border < nnz; border += tileEntries) {
      if (!isSplit(border)) continue;
      // Places 2(tile - 1) + 1 and 2 * tile; a row over several borders collects the tiles between.
      const row = rowIndex[border] as number;
      const begin = (2 * border) / tileEntries - 1;
      while (isSplit(border + tileEntries) && rowIndex[border + tileEntries] === row) border += tileEntries;
      visit(row, begin, (2 * border) / tileEntries + 1);
    }
  });
  return { ...splitRowArrays(splitRows), emptyRows: emptyRowsOf(rowIndex, rows) };
}

function emptyRowsOf(rowIndex: Int32Array, rows: number): Uint32Array {
  let occupied = 0;
  for (let k = 0; k < rowIndex.length; k++) if (k === 0 || rowIndex[k] !== rowIndex[k - 1]) occupied++;
  const empty = new Uint32Array(rows - occupied);
  let found = 0;
  let next = 0;
  for (let k = 0; k < rowIndex.length; k++) {
    const row = rowIndex[k] as number;
    while (next < row) empty[found++] = ++next;
    if (next === row) next++;
  }
  while (next < rows) empty[found++] = ++next;
  return empty;
}

import type { Shape } from '@spmv/core';

/** Positions of entries, sorted by row. */
export interface SortedPositions {
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
}

/** How many blocks hold an entry. */
export interface BlockCount {
  readonly all: number;
  /** The most of one row of blocks. */
  readonly most: number;
}

/** The row of blocks in which each block column was seen last. Few entries in many columns: only those seen take memory. */
function lastSeen(blockColCount: number, nnz: number): Int32Array | number[] {
  return blockColCount <= 8 * nnz + 65536 ? new Int32Array(blockColCount).fill(-1) : [];
}

/** Counts the blocks that hold an entry in one pass over the positions. Memory: of the order of the entries. */
export function countBlocks(
  shape: Shape,
  positions: SortedPositions,
  blockRows: number,
  blockCols: number,
): BlockCount {
  const { rowIndex, colIndex } = positions;
  const lastSeenIn = lastSeen(Math.ceil(shape.cols / blockCols), colIndex.length);
  let all = 0;
  let most = 0;
  let current = -1;
  let before = 0;
  for (let k = 0; k < rowIndex.length; k++) {
    const blockRow = Math.trunc(rowIndex[k] / blockRows);
    const blockCol = Math.trunc(colIndex[k] / blockCols);
    if (lastSeenIn[blockCol] === blockRow) continue;
    lastSeenIn[blockCol] = blockRow;
    if (blockRow !== current) before = all;
    current = blockRow;
    all++;
    most = Math.max(most, all - before);
  }
  return { all, most };
}

/** Block columns that entries from..to touch, each once, rising. `seen` is all zero before and after. */
export function blockColumns(
  colIndex: Int32Array,
  from: number,
  to: number,
  blockCols: number,
  seen: Uint8Array,
): Int32Array {
  const blockColOf = (k: number): number => Math.trunc(colIndex[k] / blockCols);
  let count = 0;
  for (let k = from; k < to; k++) {
    if (seen[blockColOf(k)] === 1) continue;
    seen[blockColOf(k)] = 1;
    count++;
  }
  const found = new Int32Array(count);
  for (let k = from; count > 0; k++) {
    const blockCol = blockColOf(k);
    if (seen[blockCol] === 0) continue;
    seen[blockCol] = 0;
    found[--count] = blockCol;
  }
  return found.sort();
}

/** A run of about `most` entries of whole rows from the middle, to judge a large matrix by. */
export function samplePositions({ rowIndex, colIndex }: SortedPositions, most: number): SortedPositions {
  const nnz = rowIndex.length;
  if (nnz <= most) return { rowIndex, colIndex };
  const from = Math.trunc((nnz - most) / 2);
  return { rowIndex: rowIndex.subarray(from, from + most), colIndex: colIndex.subarray(from, from + most) };
}

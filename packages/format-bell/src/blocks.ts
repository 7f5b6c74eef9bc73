import type { Shape } from '@spmv/core';

/** Positions of entries, sorted by row. */
export interface Positions {
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
}

/** Blocks that hold an entry, of each row of blocks; length ⌈rows / blockRows⌉. One pass over the positions. */
export function countBlocks(shape: Shape, positions: Positions, blockRows: number, blockCols: number): Int32Array {
  const { rowIndex, colIndex } = positions;
  const blocks = new Int32Array(Math.ceil(shape.rows / blockRows));
  const lastSeenIn = new Int32Array(Math.ceil(shape.cols / blockCols)).fill(-1);
  for (let k = 0; k < rowIndex.length; k++) {
    const blockRow = Math.trunc((rowIndex[k] as number) / blockRows);
    const blockCol = Math.trunc((colIndex[k] as number) / blockCols);
    if (lastSeenIn[blockCol] === blockRow) continue;
    lastSeenIn[blockCol] = blockRow;
    blocks[blockRow] = (blocks[blockRow] as number) + 1;
  }
  return blocks;
}

/** Block columns that entries from..to touch, each once, rising. `seen` is all zero before and after. */
export function blockColumns(colIndex: Int32Array, from: number, to: number, blockCols: number, seen: Uint8Array): Int32Array {
  const blockColOf = (k: number): number => Math.trunc((colIndex[k] as number) / blockCols);
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
export function samplePositions({ rowIndex, colIndex }: Positions, most: number): Positions {
  const nnz = rowIndex.length;
  if (nnz <= most) return { rowIndex, colIndex };
  const from = Math.trunc((nnz - most) / 2);
  return { rowIndex: rowIndex.subarray(from, from + most), colIndex: colIndex.subarray(from, from + most) };
}

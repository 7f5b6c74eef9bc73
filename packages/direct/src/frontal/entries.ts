import type { CooMatrix } from '@spmv/core';
import type { Blocks } from '../symbolic/pairs.ts';
import { ofPairs } from '../symbolic/pairs.ts';
import { supernodeOf } from '../symbolic/supernodes.ts';

/** Where entries are added. */
export interface EntriesOfFronts {
  /** Entries `entryStart[s]` up to `entryStart[s + 1]`, not included, belong to the front of supernode s: entry `entrySource[e]` of A, by its places. */
  readonly entryStart: Int32Array;
  readonly entrySource: Int32Array;
  readonly entryRow: Int32Array;
  readonly entryCol: Int32Array;
}

/** Entries by the supernode of the row or the column that is eliminated first. */
export function entriesOf(
  { rowIndex, colIndex }: Pick<CooMatrix, 'rowIndex' | 'colIndex'>,
  rowPlace: Int32Array,
  colPlace: Int32Array,
  firstPivot: Int32Array,
): EntriesOfFronts {
  const count = firstPivot.length - 1;
  const of = supernodeOf(firstPivot);
  const entryStart = new Int32Array(count + 1);
  for (let k = 0; k < colIndex.length; k++)
    entryStart[of[Math.min(rowPlace[rowIndex[k]], colPlace[colIndex[k]])] + 1]++;
  for (let s = 0; s < count; s++) entryStart[s + 1] += entryStart[s];
  const end = entryStart.slice(0, count);
  const [entrySource, entryRow, entryCol] = roomFor(colIndex.length);
  for (let k = 0; k < colIndex.length; k++) {
    const [row, col] = [rowPlace[rowIndex[k]], colPlace[colIndex[k]]];
    const at = end[of[Math.min(row, col)]]++;
    entrySource[at] = k;
    entryRow[at] = row;
    entryCol[at] = col;
  }
  return { entryStart, entrySource, entryRow, entryCol };
}

/** The same of blocks, whose four entries are together. */
export function entriesOfBlocks(
  blocks: Blocks,
  rowPlace: Int32Array,
  colPlace: Int32Array,
  firstPivot: Int32Array,
): EntriesOfFronts {
  const { rowIndex, colIndex, rowStart } = blocks;
  const halved = firstPivot.map((pivot) => pivot >> 1);
  const { entryStart, entrySource: source } = entriesOf(blocks, ofPairs(rowPlace), ofPairs(colPlace), halved);
  const [entrySource, entryRow, entryCol] = roomFor(4 * source.length);
  for (let e = 0; e < source.length; e++) {
    const k = source[e];
    const i = rowIndex[k];
    for (let below = 0; below < 2; below++) {
      const at = 4 * e + 2 * below;
      const from = 2 * (rowStart[i + below] + k);
      entrySource[at] = from;
      entrySource[at + 1] = from + 1;
      entryRow[at] = entryRow[at + 1] = rowPlace[2 * i + below];
      entryCol[at] = colPlace[2 * colIndex[k]];
      entryCol[at + 1] = colPlace[2 * colIndex[k] + 1];
    }
  }
  return { entryStart: entryStart.map((at) => 4 * at), entrySource, entryRow, entryCol };
}

function roomFor(entries: number): readonly [Int32Array, Int32Array, Int32Array] {
  return [new Int32Array(entries), new Int32Array(entries), new Int32Array(entries)];
}

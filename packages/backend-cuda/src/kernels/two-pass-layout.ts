import type { TypedArray, ValueArray, ValueType } from '@spmv/core';
import { valueArray } from '@spmv/core';
import { WARP } from '@spmv/kernel-kit';

/** Entries the first pass takes at once; a column block begins at a multiple of it. */
const FOUR = 4;

/** Arrays of csr-two-pass.cu besides the tiles. */
export interface TwoPassLayout {
  readonly [name: string]: TypedArray;
  /** (first segment, segments) of each block of the first pass. */
  readonly shares: Int32Array;
  /** (first column, columns, first group of four entries, the group after the last): a share's part of one column block. */
  readonly segments: Int32Array;
  /** Column within its column block, and value, of every entry, column block by column block, each padded to a multiple of four. */
  readonly blockColumns: Uint16Array;
  readonly blockValues: ValueArray;
  /** Of every 32 entries counted tile by tile: a bit for each that begins a run, and the run before the first of them. */
  readonly groups: Uint32Array;
  /** How far the products of each run are ahead of its entries. */
  readonly ahead: Int32Array;
  /** Place within its tile of every entry counted tile by tile. */
  readonly slots: Uint16Array;
}

/** A CSR matrix as the first pass needs it. */
export interface TwoPassSource {
  readonly cols: number;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
  readonly valueType: ValueType;
}

/** Column blocks of a matrix. */
function blockCount(cols: number, columns: number): number {
  return Math.max(1, Math.ceil(cols / columns));
}

/** Most places that products take: every column block is padded to a multiple of four. */
export function productPlaces(nnz: number, cols: number, columns: number): number {
  return FOUR * Math.ceil(nnz / FOUR) + FOUR * blockCount(cols, columns);
}

/** Where the entries of each column block begin; one more number than blocks, all multiples of four. */
function blockStarts({ cols, colIndex }: TwoPassSource, columns: number): Int32Array {
  const starts = new Int32Array(blockCount(cols, columns) + 1);
  for (const column of colIndex) {
    const slot = Math.floor(column / columns) + 1;
    starts[slot] = (starts[slot] as number) + 1;
  }
  for (let b = 1; b < starts.length; b++)
    starts[b] = (starts[b - 1] as number) + FOUR * Math.ceil((starts[b] as number) / FOUR);
  return starts;
}

/** Divides the entries into shares of equal size, cut where a column block ends. */
function sharesOf(
  starts: Int32Array,
  cols: number,
  columns: number,
  most: number,
): Pick<TwoPassLayout, 'shares' | 'segments'> {
  const blocks = starts.length - 1;
  const groups = (starts[blocks] as number) / FOUR;
  const perShare = Math.max(256, Math.ceil(groups / most));
  const shares = new Int32Array(2 * Math.ceil(groups / perShare));
  // Every segment ends where a share or a column block does.
  const segments = new Int32Array(4 * (shares.length / 2 + blocks));
  let block = 0;
  let segment = 0;
  for (let share = 0; share < shares.length / 2; share++) {
    const to = Math.min(groups, (share + 1) * perShare);
    const first = segment;
    for (let at = share * perShare; at < to; segment++) {
      while ((starts[block + 1] as number) / FOUR <= at) block++;
      const end = Math.min(to, (starts[block + 1] as number) / FOUR);
      segments[4 * segment] = block * columns;
      segments[4 * segment + 1] = Math.min(columns, cols - block * columns);
      segments[4 * segment + 2] = at;
      segments[4 * segment + 3] = end;
      at = end;
    }
    shares[2 * share] = first;
    shares[2 * share + 1] = segment - first;
  }
  return { shares, segments: segments.slice(0, 4 * segment) };
}

/** Calls `visit` with the entries of each tile that has any, in the order of the entries. Those of split rows come first in `tiles`, both kinds in order. */
function visitTiles(tiles: Int32Array, visit: (from: number, to: number) => void): void {
  const isSplit = (t: number): boolean => tiles[4 * t] === tiles[4 * t + 1];
  const count = tiles.length / 4;
  let splitCount = 0;
  while (splitCount < count && isSplit(splitCount)) splitCount++;
  for (let part = 0, whole = splitCount; part < splitCount || whole < count;) {
    const isNext =
      whole === count || (part < splitCount && (tiles[4 * part + 2] as number) < (tiles[4 * whole + 2] as number));
    const t = isNext ? part++ : whole++;
    const from = tiles[4 * t + 2] as number;
    const to = tiles[4 * t + 3] as number;
    if (to > from) visit(from, to);
  }
}

/** Runs of the second pass: different column blocks in each tile, added up. */
export function countRuns(
  { cols, colIndex }: Pick<TwoPassSource, 'cols' | 'colIndex'>,
  tiles: Int32Array,
  columns: number,
): number {
  const seenFrom = new Int32Array(blockCount(cols, columns)).fill(-1);
  let runs = 0;
  visitTiles(tiles, (from, to) => {
    for (let k = from; k < to; k++) {
      const block = Math.floor((colIndex[k] as number) / columns);
      if (seenFrom[block] === from) continue;
      seenFrom[block] = from;
      runs++;
    }
  });
  return runs;
}

/** Bit k % 32 of word k / 32, rounded down, is set where a run begins at entry k; beside it the run before the first of the 32. */
function groupsOf(runStart: Uint8Array): Uint32Array {
  const nnz = runStart.length;
  const groups = new Uint32Array(2 * Math.ceil(nnz / WARP));
  let run = -1;
  for (let g = 0; g < groups.length / 2; g++) {
    let bits = 0;
    let begun = 0;
    for (let k = g * WARP; k < Math.min(nnz, (g + 1) * WARP); k++) {
      if (runStart[k] === 0) continue;
      bits |= 1 << (k % WARP);
      begun++;
    }
    groups[2 * g] = bits >>> 0;
    groups[2 * g + 1] = run >>> 0;
    run += begun;
  }
  return groups;
}

/**
 * The arrays for these tiles (`tilesOf` of the kernel kit), column blocks of `columns` columns and at most `most` shares. Every array is counted before
 * it is made: runs may be as many as entries.
 */
export function layOutTwoPass(source: TwoPassSource, tiles: Int32Array, columns: number, most: number): TwoPassLayout {
  const { cols, colIndex, values, valueType } = source;
  const nnz = colIndex.length;
  const starts = blockStarts(source, columns);
  const blocks = starts.length - 1;
  const next = starts.slice(0, blocks);
  const blockColumns = new Uint16Array(starts[blocks] as number);
  const blockValues = valueArray(valueType, starts[blocks] as number);
  const slots = new Uint16Array(nnz);
  const runStart = new Uint8Array(nnz);
  const ahead = new Int32Array(countRuns(source, tiles, columns));
  const place = new Int32Array(blocks + 1);
  let run = 0;
  visitTiles(tiles, (from, to) => {
    place.fill(0);
    for (let k = from; k < to; k++) {
      const slot = Math.floor((colIndex[k] as number) / columns) + 1;
      place[slot] = (place[slot] as number) + 1;
    }
    place[0] = from;
    for (let b = 0; b < blocks; b++) {
      const count = place[b + 1] as number;
      const begin = place[b] as number;
      if (count > 0) {
        runStart[begin] = 1;
        ahead[run++] = (next[b] as number) - begin;
      }
      place[b + 1] = begin + count;
    }
    for (let k = from; k < to; k++) {
      const column = colIndex[k] as number;
      const block = Math.floor(column / columns);
      const at = next[block] as number;
      next[block] = at + 1;
      blockColumns[at] = column - block * columns;
      blockValues[at] = values[k] as number;
      const entry = place[block] as number;
      place[block] = entry + 1;
      slots[entry] = k - from;
    }
  });
  return {
    ...sharesOf(starts, cols, columns, most),
    blockColumns,
    blockValues,
    groups: groupsOf(runStart),
    ahead,
    slots,
  };
}

import type { NamedArrays } from '@spmv/core';
import { WARP } from '@spmv/kernel-kit';

/**
 * How a second pass finds the products of its tiles that a first one has left block by block. Products of one tile that lie in one block are neighbours
 * there: a run. Entries are counted tile by tile, and within a tile run by run.
 */
export interface ProductRuns extends NamedArrays {
  /** Of every 32 entries: a bit for each that begins a run, and the run before the first of them. */
  readonly groups: Uint32Array;
  /** How far the products of each run are ahead of its entries. */
  readonly ahead: Int32Array;
  /** Place within its tile of every entry. */
  readonly slots: Uint16Array;
}

/** Which block the product of an entry, by its place among the entries of all tiles, is in. */
export type BlockOf = (place: number) => number;

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

/** Runs of all tiles: different blocks in each, added up. */
export function countRuns(tiles: Int32Array, blocks: number, blockOf: BlockOf): number {
  const seenFrom = new Int32Array(blocks).fill(-1);
  let runs = 0;
  visitTiles(tiles, (from, to) => {
    for (let k = from; k < to; k++) {
      const block = blockOf(k);
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
 * The runs of these tiles (`tilesOf` of the kernel kit), whose entries are `nnz`. `next` has the place of the first product of each block, and of the one
 * after the last afterwards; `left` is called once for each entry with the place of its product. Every array is counted before it is made: runs may
 * be as many as entries. Time O(nnz) and what sorting the blocks of each tile takes.
 */
export function productRunsOf(
  tiles: Int32Array,
  nnz: number,
  next: Int32Array,
  blockOf: BlockOf,
  left: (place: number, product: number) => void,
): ProductRuns {
  const slots = new Uint16Array(nnz);
  const runStart = new Uint8Array(nnz);
  const ahead = new Int32Array(countRuns(tiles, next.length, blockOf));
  const place = new Int32Array(next.length);
  let most = 0;
  visitTiles(tiles, (from, to) => void (most = Math.max(most, to - from)));
  const touched = new Int32Array(Math.min(most, next.length));
  let run = 0;
  visitTiles(tiles, (from, to) => {
    let count = 0;
    for (let k = from; k < to; k++) {
      const block = blockOf(k);
      if (place[block] === 0) touched[count++] = block;
      place[block] = (place[block] as number) + 1;
    }
    const blocks = touched.subarray(0, count).sort();
    let begin = from;
    for (const block of blocks) {
      const end = begin + (place[block] as number);
      runStart[begin] = 1;
      ahead[run++] = (next[block] as number) - begin;
      place[block] = begin;
      begin = end;
    }
    for (let k = from; k < to; k++) {
      const block = blockOf(k);
      const product = next[block] as number;
      next[block] = product + 1;
      left(k, product);
      const entry = place[block] as number;
      place[block] = entry + 1;
      slots[entry] = k - from;
    }
    for (const block of blocks) place[block] = 0;
  });
  return { groups: groupsOf(runStart), ahead, slots };
}

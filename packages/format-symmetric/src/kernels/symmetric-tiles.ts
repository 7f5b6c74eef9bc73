import type { NamedArrays, StoredMatrix } from '@spmv/core';
import { rowGroupsOf } from '@spmv/kernel-kit';

/** The slot of an entry that nothing mirrors: those of the diagonal. Tiles have at most {@link MOST_ENTRIES}, so that it is no other's. */
const NO_SLOT = 0xffff;

/** Most entries of a tile. */
export const MOST_ENTRIES = 32_768;

/**
 * How a GPU adds up the product of a stored triangle in an order that never changes: tile t is the entries t·capacity … (t+1)·capacity − 1 as they are
 * stored. Entry aᵢⱼ has two products, aᵢⱼxⱼ of row i and ±aᵢⱼxᵢ of row j. A first pass puts the former in the order of entries, the latter in that of
 * their columns, and adds up the *run* of each element of y in the tile: its row's products, then its column's. A second one adds up
 * the runs of every element, tile after tile. No entry is read twice, nothing is added atomically.
 */
export interface SymmetricTiles extends NamedArrays {
  /** (first run, run after the last, first entry, entry after the last) of each tile. */
  readonly tiles: Int32Array;
  /** Place of each entry's mirrored product in its tile, 65,535 where it has none. */
  readonly slots: Uint16Array;
  /** Of every 32 entries a bit for each that begins a row, and the number, among rows with entries, of the row before the first of these. */
  readonly groups: Uint32Array;
  /** Rows with entries. */
  readonly filledRows: Int32Array;
  /** Where each run's products begin: (entry, number of the mirrored product); one more than runs. */
  readonly runs: Int32Array;
  /** Where the sum of each run goes: those of an element follow one another. Counted from 1. */
  readonly places: Int32Array;
  /** Where the sums of each element begin; one more than rows. */
  readonly elementStart: Int32Array;
}

/** Entries left of the diagonal in the order of their columns, rows in order within each. */
function byColumn(
  rowStart: Int32Array,
  colIndex: Int32Array,
): { readonly start: Int32Array; readonly order: Int32Array } {
  const rows = rowStart.length - 1;
  const start = new Int32Array(rows + 1);
  const eachLeft = (visit: (k: number, j: number) => void): void => {
    for (let i = 0; i < rows; i++) {
      const end = rowStart[i + 1];
      for (let k = rowStart[i]; k < end && colIndex[k] < i; k++) visit(k, colIndex[k]);
    }
  };
  eachLeft((_, j) => void (start[j + 1] = start[j + 1] + 1));
  for (let j = 0; j < rows; j++) start[j + 1] = start[j + 1] + start[j];
  const next = start.slice();
  const order = new Int32Array(start[rows]);
  eachLeft((k, j) => {
    const place = next[j];
    next[j] = place + 1;
    order[place] = k;
  });
  return { start, order };
}

/** Takes one run of element j: entries from … until − 1 of its row, and the mirrored products first … last − 1 by column. */
type RunVisitor = (tile: number, j: number, from: number, until: number, first: number, last: number) => void;

/** The tiles of `capacity` entries (a multiple of 32) of a stored triangle. Time O(stored + rows). */
export function symmetricTilesOf({ arrays }: StoredMatrix, capacity: number): SymmetricTiles {
  const rowStart = arrays['rowStart'] as Int32Array;
  const colIndex = arrays['colIndex'] as Int32Array;
  const rows = rowStart.length - 1;
  const stored = colIndex.length;
  const tileCount = Math.ceil(stored / capacity);
  const tileOf = (k: number): number => Math.floor(k / capacity);
  const { start, order } = byColumn(rowStart, colIndex);
  // Elements by rising number, and their runs by rising tiles: a row's own entries come before all that its column has.
  const eachRun = (visit: RunVisitor): void => {
    for (let j = 0; j < rows; j++) {
      const end = rowStart[j + 1];
      const stop = start[j + 1];
      let k = rowStart[j];
      let p = start[j];
      while (k < end || p < stop) {
        const tile = tileOf(k < end ? k : order[p]);
        const from = k;
        const first = p;
        k = Math.min(end, Math.max(k, (tile + 1) * capacity));
        while (p < stop && tileOf(order[p]) === tile) p++;
        visit(tile, j, from, k, first, p);
      }
    }
  };
  const firstRun = new Int32Array(tileCount + 1);
  const firstSlot = new Int32Array(tileCount + 1);
  eachRun((tile, _j, _from, _until, first, last) => {
    firstRun[tile + 1] = firstRun[tile + 1] + 1;
    firstSlot[tile + 1] = firstSlot[tile + 1] + last - first;
  });
  const tiles = new Int32Array(4 * tileCount);
  for (let t = 0; t < tileCount; t++) {
    firstRun[t + 1] = firstRun[t + 1] + firstRun[t];
    firstSlot[t + 1] = firstSlot[t + 1] + firstSlot[t];
    tiles.set([firstRun[t], firstRun[t + 1], t * capacity, Math.min(stored, (t + 1) * capacity)], 4 * t);
  }
  const runCount = firstRun[tileCount];
  const slots = new Uint16Array(stored).fill(NO_SLOT);
  const runs = new Int32Array(2 * (runCount + 1));
  const places = new Int32Array(runCount);
  const elementStart = new Int32Array(rows + 1);
  const nextRun = firstRun.slice();
  const nextSlot = firstSlot.slice();
  const nextEntry = Int32Array.from({ length: tileCount }, (_, t) => t * capacity);
  let place = 1;
  eachRun((tile, j, from, until, first, last) => {
    const run = nextRun[tile];
    nextRun[tile] = run + 1;
    // A run without entries of its own row lies between those of its neighbours.
    if (until > from) nextEntry[tile] = until;
    runs[2 * run] = until > from ? from : nextEntry[tile];
    let slot = nextSlot[tile];
    runs[2 * run + 1] = slot;
    for (let p = first; p < last; p++) slots[order[p]] = slot++ - firstSlot[tile];
    nextSlot[tile] = slot;
    places[run] = place++;
    elementStart[j + 1] = elementStart[j + 1] + 1;
  });
  runs.set([stored, order.length], 2 * runCount);
  elementStart[0] = 1;
  for (let j = 0; j < rows; j++) elementStart[j + 1] = elementStart[j + 1] + elementStart[j];
  return { tiles, slots, ...rowGroupsOf(rowStart), runs, places, elementStart };
}

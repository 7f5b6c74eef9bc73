import type { NamedArrays } from '@spmv/core';
import type { Cut } from './cuts.ts';
import { partArrays } from './parts.ts';

/** Rows of more tiles than this are cut between workgroups; up to it one workgroup strides through the row. */
export const LONG_ROW_TILES = 8;

/** Entries a tile of several rows may have: loads of four begin up to three entries early. */
export function tileCapacity(places: number): number {
  return places - 3;
}

/**
 * Tiles of csr-balanced.wgsl, four numbers each: rows packed in order until the next would not fit in `places`, rows too long for that
 * alone, and rows above LONG_ROW_TILES·places cut into parts of that many entries.
 */
export function analyseCsr(rowStart: Int32Array, rows: number, places: number): NamedArrays {
  const capacity = tileCapacity(places);
  const part = LONG_ROW_TILES * places;
  const tiles: number[] = [];
  const cuts: Cut[] = [];
  let carry = 0;
  let row = 0;
  while (row < rows) {
    const begin = rowStart[row] as number;
    const end = rowStart[row + 1] as number;
    if (end - begin > part) {
      const first = carry;
      for (let k = begin; k < end; k += part) tiles.push(carry++, 0, k, Math.min(end, k + part));
      cuts.push({ row, begin: first, end: carry });
      row++;
      continue;
    }
    const from = row++;
    while (row < rows && row - from < places && (rowStart[row + 1] as number) - begin <= capacity) row++;
    tiles.push(from, row, begin, rowStart[row] as number);
  }
  return { tiles: Uint32Array.from(tiles), ...partArrays(cuts) };
}

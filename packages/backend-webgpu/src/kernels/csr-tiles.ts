import type { NamedArrays } from '@spmv/core';
import { collectCuts } from './cuts.ts';
import { partArrays } from './parts.ts';

/** Rows of more tiles than this are cut between workgroups; up to it one workgroup strides through the row. */
export const LONG_ROW_TILES = 8;

/** Entries a tile of several rows may have: loads of four begin up to three entries early. */
export function tileCapacity(places: number): number {
  return places - 3;
}

/** Takes tiles in the order of their rows: whole rows, or a row so long that it is cut into parts. */
interface TileVisitor {
  whole(rowBegin: number, rowEnd: number): void;
  cut(row: number): void;
}

function visitTiles(rowStart: Int32Array, rows: number, places: number, { whole, cut }: TileVisitor): void {
  const capacity = tileCapacity(places);
  let row = 0;
  while (row < rows) {
    const begin = rowStart[row] as number;
    if ((rowStart[row + 1] as number) - begin > LONG_ROW_TILES * places) {
      cut(row++);
      continue;
    }
    const from = row++;
    while (row < rows && row - from < places && (rowStart[row + 1] as number) - begin <= capacity) row++;
    whole(from, row);
  }
}

/**
 * Tiles of csr-balanced.wgsl, four numbers each: rows packed in order until the next would not fit in `places`, rows too long for that
 * alone, and rows above LONG_ROW_TILES·places cut into parts of that many entries. Counted before they are stored: there may be as many
 * as fit no plain array.
 */
export function analyseCsr(rowStart: Int32Array, rows: number, places: number): NamedArrays {
  const part = LONG_ROW_TILES * places;
  const startOf = (row: number): number => rowStart[row] as number;
  const partsOf = (row: number): number => Math.ceil((startOf(row + 1) - startOf(row)) / part);
  let count = 0;
  visitTiles(rowStart, rows, places, { whole: () => void count++, cut: (row) => void (count += partsOf(row)) });
  const tiles = new Uint32Array(4 * count);
  let at = 0;
  let carry = 0;
  const put = (...tile: readonly [number, number, number, number]): void => {
    for (const number of tile) tiles[at++] = number;
  };
  visitTiles(rowStart, rows, places, {
    whole: (rowBegin, rowEnd) => put(rowBegin, rowEnd, startOf(rowBegin), startOf(rowEnd)),
    cut(row) {
      const end = startOf(row + 1);
      for (let k = startOf(row); k < end; k += part) put(carry++, 0, k, Math.min(end, k + part));
    },
  });
  const cuts = collectCuts((visit) => {
    let begin = 0;
    const cut = (row: number): void => {
      visit(row, begin, begin + partsOf(row));
      begin += partsOf(row);
    };
    visitTiles(rowStart, rows, places, { whole: () => {}, cut });
  });
  return { tiles, ...partArrays(cuts) };
}

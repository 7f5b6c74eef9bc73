import type { NamedArrays } from '@spmv/core';
import { collectSplitRows, partialArrays } from '@spmv/kernel-kit';

/** Rows of more tiles than this are split between workgroups; up to it one workgroup strides through the row. */
export const LONG_ROW_TILES = 8;

/** Entries a tile of several rows may have: loads of four begin up to three entries early. */
export function tileCapacity(places: number): number {
  return places - 3;
}

/** Takes tiles in the order of their rows: whole rows, or a row so long that it is split. */
interface TileVisitor {
  whole(rowBegin: number, rowEnd: number): void;
  split(row: number): void;
}

function visitTiles(rowStart: Int32Array, rows: number, places: number, { whole, split }: TileVisitor): void {
  const capacity = tileCapacity(places);
  let row = 0;
  while (row < rows) {
    const begin = rowStart[row] as number;
    if ((rowStart[row + 1] as number) - begin > LONG_ROW_TILES * places) {
      split(row++);
      continue;
    }
    const from = row++;
    while (row < rows && row - from < places && (rowStart[row + 1] as number) - begin <= capacity) row++;
    whole(from, row);
  }
}

/**
 * Tiles of csr-balanced.wgsl, four numbers each: rows packed in order until the next would not fit in `places`, rows too long for that
 * alone, and rows above LONG_ROW_TILES·places split after every that many entries. Counted before they are stored: there may be as many
 * as fit no plain array.
 */
export function analyseCsr(rowStart: Int32Array, rows: number, places: number): NamedArrays {
  const share = LONG_ROW_TILES * places;
  const startOf = (row: number): number => rowStart[row] as number;
  const partialsOf = (row: number): number => Math.ceil((startOf(row + 1) - startOf(row)) / share);
  let count = 0;
  visitTiles(rowStart, rows, places, { whole: () => void count++, split: (row) => void (count += partialsOf(row)) });
  const tiles = new Uint32Array(4 * count);
  let at = 0;
  let partial = 0;
  const put = (...tile: readonly [number, number, number, number]): void => {
    for (const number of tile) tiles[at++] = number;
  };
  visitTiles(rowStart, rows, places, {
    whole: (rowBegin, rowEnd) => put(rowBegin, rowEnd, startOf(rowBegin), startOf(rowEnd)),
    split(row) {
      const end = startOf(row + 1);
      for (let k = startOf(row); k < end; k += share) put(partial++, 0, k, Math.min(end, k + share));
    },
  });
  const splitRows = collectSplitRows((visit) => {
    let begin = 0;
    const split = (row: number): void => {
      visit(row, begin, begin + partialsOf(row));
      begin += partialsOf(row);
    };
    visitTiles(rowStart, rows, places, { whole: () => {}, split });
  });
  return { tiles, ...partialArrays(splitRows) };
}

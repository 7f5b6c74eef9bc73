import type { NamedArrays } from '@spmv/core';
import { collectSplitRows, MOST_JOINED, partialArrays } from '@spmv/kernel-kit';

/** A workgroup strides through this many tiles of one row, and through no more: longer rows are split. */
const LONG_ROW_TILES = 8;
/** The same where the other tiles leave most of a large device idle: then the longest stride is what a product takes. */
const LONG_ROW_TILES_OF_FEW = 2;
/** Workgroups that a large device has at once. */
const MANY_TILES = 4096;

/** Entries of a part of a row of `length` entries; it is split when there are more. The parts of a long row are joined in the same dispatch while they can be. */
export function partOf(length: number, nnz: number, places: number): number {
  if (nnz > MANY_TILES * places) return LONG_ROW_TILES * places;
  const tiles = Math.ceil(length / (MOST_JOINED * places));
  return places * Math.min(LONG_ROW_TILES, Math.max(LONG_ROW_TILES_OF_FEW, tiles));
}

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
  const nnz = rowStart[rows] as number;
  let row = 0;
  while (row < rows) {
    const begin = rowStart[row] as number;
    const length = (rowStart[row + 1] as number) - begin;
    if (length > partOf(length, nnz, places)) {
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
 * alone, and rows split after every {@link partOf} entries. Counted before they are stored: there may be as many
 * as fit no plain array.
 */
export function analyseCsr(rowStart: Int32Array, rows: number, places: number): NamedArrays {
  const startOf = (row: number): number => rowStart[row] as number;
  const lengthOf = (row: number): number => startOf(row + 1) - startOf(row);
  const shareOf = (row: number): number => partOf(lengthOf(row), startOf(rows), places);
  const partialsOf = (row: number): number => Math.ceil(lengthOf(row) / shareOf(row));
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
      const share = shareOf(row);
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

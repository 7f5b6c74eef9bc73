import type { NamedArrays } from '@spmv/core';
import type { ColumnOrder, TransposedRows } from '@spmv/kernel-kit';
import { columnOrder, rowGroupsOf, WARP } from '@spmv/kernel-kit';

/** Most entries of a piece: the length of one is a byte, and no lane has much more to add up than another. */
export const LONGEST_PIECE = 64;

/**
 * How tiles of entries, stored by rows, are added up by columns in shared memory: tile t is entries t·capacity … (t+1)·capacity − 1. Its
 * entries of one column are a run, cut into pieces of at most {@link LONGEST_PIECE}. The pieces of a tile are sorted by length, longest first, and 32 of
 * them are a slice: a warp adds up a slice, a lane a piece, and finds the first entries of its pieces side by side, then the second ones of
 * those that have two, and so on. So no two lanes read one bank, nothing is padding, and the order of every sum is always the same.
 */
export interface ColumnPieces extends NamedArrays {
  /** Place of each entry's product among those of its tile. */
  readonly slots: Uint16Array;
  /** Of every 32 entries: a bit for each that begins a row, and the number, among rows with entries, of the row before the first of these. */
  readonly groups: Uint32Array;
  /** Rows with entries. */
  readonly filledRows: Int32Array;
  /** (first piece, piece after the last, first slice, entries) of each tile. */
  readonly tiles: Int32Array;
  /** Entries of each piece. */
  readonly pieceLength: Uint8Array;
  /** Place, among the products of its tile, at which each slice begins. */
  readonly sliceStart: Uint16Array;
  /** Pieces of each column, column after column, tiles in order. */
  readonly columnPieces: Int32Array;
  /** Where those of each column begin; one more than columns. */
  readonly columnStart: Int32Array;
}

/** Calls `visit` with every piece: its column, its tile, where in `order` it begins, and its entries; tiles of a column in order. */
function visitPieces(
  { order, start }: ColumnOrder,
  capacity: number,
  visit: (column: number, tile: number, from: number, length: number) => void,
): void {
  for (let j = 0; j + 1 < start.length; j++) {
    const end = start[j + 1] as number;
    for (let from = start[j] as number, to = from; from < end; from = to) {
      const tile = Math.floor((order[from] as number) / capacity);
      const nextTile = (tile + 1) * capacity;
      const most = Math.min(end, from + LONGEST_PIECE);
      for (to = from + 1; to < most && (order[to] as number) < nextTile;) to++;
      visit(j, tile, from, to - from);
    }
  }
}

/**
 * What is to be added to the number, among rows with entries, of each tile's rows to get theirs among all; −1 where rows without entries are between
 * them, so that they have to be looked up.
 */
export function rowOffsets(filledRows: Int32Array, starts: Int32Array, capacity: number, tiles: number): Int32Array {
  const offsets = new Int32Array(tiles).fill(-2);
  for (let f = 0; f < filledRows.length; f++) {
    const row = filledRows[f] as number;
    const last = Math.floor(((starts[row + 1] as number) - 1) / capacity);
    for (let t = Math.floor((starts[row] as number) / capacity); t <= last; t++) {
      const before = offsets[t] as number;
      offsets[t] = before === -2 || before === row - f ? row - f : -1;
    }
  }
  return offsets;
}

/** The order in which tiles of `capacity` entries (a multiple of 32, at most 2¹⁶) add up columns. Time O(nnz + rows + columns). */
export function columnPiecesOf(matrix: TransposedRows, capacity: number): ColumnPieces {
  const { rowStart, colIndex, cols } = matrix;
  const nnz = colIndex.length;
  const tileCount = Math.ceil(nnz / capacity);
  const entries = columnOrder(matrix);
  const { order } = entries;

  // Pieces of each tile by length, the longest first.
  const lengths = LONGEST_PIECE + 1;
  const next = new Int32Array(tileCount * lengths + 1);
  const columnStart = new Int32Array(cols + 1);
  const placeOf = (tile: number, length: number): number => tile * lengths + LONGEST_PIECE - length;
  visitPieces(entries, capacity, (column, tile, _from, length) => {
    const after = placeOf(tile, length) + 1;
    next[after] = (next[after] as number) + 1;
    columnStart[column + 1] = (columnStart[column + 1] as number) + 1;
  });
  for (let i = 0; i + 1 < next.length; i++) next[i + 1] = (next[i + 1] as number) + (next[i] as number);
  for (let j = 0; j < cols; j++) columnStart[j + 1] = (columnStart[j + 1] as number) + (columnStart[j] as number);
  const pieceCount = next[next.length - 1] as number;

  const rows = rowGroupsOf(rowStart);
  const offsets = rowOffsets(rows.filledRows, rowStart, capacity, tileCount);
  const tiles = new Int32Array(4 * tileCount);
  let sliceCount = 0;
  for (let t = 0; t < tileCount; t++) {
    const first = next[t * lengths] as number;
    const end = next[(t + 1) * lengths] as number;
    tiles.set([first, end, sliceCount, offsets[t] as number], 4 * t);
    sliceCount += Math.ceil((end - first) / WARP);
  }

  const pieceLength = new Uint8Array(pieceCount);
  const pieceFrom = new Int32Array(pieceCount);
  const columnPieces = new Int32Array(pieceCount);
  let at = 0;
  visitPieces(entries, capacity, (_column, tile, from, length) => {
    const place = placeOf(tile, length);
    const piece = next[place] as number;
    next[place] = piece + 1;
    pieceLength[piece] = length;
    pieceFrom[piece] = from;
    columnPieces[at++] = piece;
  });

  const slots = new Uint16Array(WARP * Math.ceil(nnz / WARP));
  const sliceStart = new Uint16Array(sliceCount);
  for (let t = 0; t < tileCount; t++) {
    const end = tiles[4 * t + 1] as number;
    let slice = tiles[4 * t + 2] as number;
    let place = 0;
    for (let first = tiles[4 * t] as number; first < end; first += WARP, slice++) {
      sliceStart[slice] = place;
      let pieces = Math.min(WARP, end - first);
      for (let j = 0; j < (pieceLength[first] as number); j++) {
        while ((pieceLength[first + pieces - 1] as number) <= j) pieces--;
        for (let lane = 0; lane < pieces; lane++)
          slots[order[(pieceFrom[first + lane] as number) + j] as number] = place + lane;
        place += pieces;
      }
    }
  }
  return { slots, ...rows, tiles, pieceLength, sliceStart, columnPieces, columnStart };
}

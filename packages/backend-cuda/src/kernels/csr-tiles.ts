/** Stretches of rows of equal work, as csr-balanced.cu and csr-balanced-warp.cu read them. */
export interface CsrTiles {
  /** (rowBegin, rowEnd, entryBegin, entryEnd); rowEnd = rowBegin for a piece of a row. The pieces come first. */
  readonly tiles: Int32Array;
  /** (slot, before) of each piece: see joinRow in split-row.cuh. */
  readonly places: Int32Array;
}

/** Most slots that pieces of rows above `capacity` entries need. */
export function mostPieces(nnz: number, capacity: number): number {
  return 2 * Math.ceil(nnz / capacity);
}

interface TileVisitor {
  whole(rowBegin: number, rowEnd: number): void;
  /** A row of more than `capacity` entries. */
  long(row: number): void;
}

function visitTiles(rowStart: Int32Array, capacity: number, { whole, long }: TileVisitor): void {
  const rows = rowStart.length - 1;
  let first = 0;
  for (let row = 0; row < rows; row++) {
    const end = rowStart[row + 1] as number;
    if (end - (rowStart[row] as number) > capacity) {
      if (row > first) whole(first, row);
      long(row);
      first = row + 1;
    } else if (end - (rowStart[first] as number) > capacity || row - first >= capacity) {
      if (row > first) whole(first, row);
      first = row;
    }
  }
  if (rows > first) whole(first, rows);
}

/**
 * Tiles of at most `capacity` entries and rows, a row above `capacity` entries in pieces of its own; every row in one tile, or in its
 * pieces, the last of which joins them. They are counted before they are stored: there may be as many as fit no plain array.
 */
export function tilesOf(rowStart: Int32Array, capacity: number): CsrTiles {
  const startOf = (row: number): number => rowStart[row] as number;
  let pieceCount = 0;
  let wholeCount = 0;
  visitTiles(rowStart, capacity, {
    whole: () => void wholeCount++,
    long: (row) => void (pieceCount += Math.ceil((startOf(row + 1) - startOf(row)) / capacity)),
  });
  const tiles = new Int32Array(4 * (pieceCount + wholeCount));
  const places = new Int32Array(2 * pieceCount);
  let piece = 0;
  let tile = pieceCount;
  let slot = 0;
  const put = (at: number, ...numbers: readonly [number, number, number, number]): void => {
    for (let i = 0; i < 4; i++) tiles[4 * at + i] = numbers[i] as number;
  };
  visitTiles(rowStart, capacity, {
    whole: (rowBegin, rowEnd) => put(tile++, rowBegin, rowEnd, startOf(rowBegin), startOf(rowEnd)),
    long(row) {
      const end = startOf(row + 1);
      let before = 0;
      for (let k = startOf(row); k < end; k += capacity) {
        const last = k + capacity >= end;
        put(piece, row, row, k, last ? end : k + capacity);
        places[2 * piece] = slot;
        places[2 * piece + 1] = last ? before : 0;
        piece++;
        before++;
        if (!last) slot++;
      }
    },
  });
  return { tiles, places };
}

/** (first tile, tiles) of each warp: one piece, or up to `perWarp` tiles of whole rows; filled up with (0, 0) to a multiple of `multiple`. */
export function runsOf({ tiles, places }: CsrTiles, perWarp: number, multiple: number): Int32Array {
  const pieces = places.length / 2;
  const count = tiles.length / 4;
  const warps = pieces + Math.ceil((count - pieces) / perWarp);
  const runs = new Int32Array(2 * multiple * Math.ceil(warps / multiple));
  for (let w = 0; w < warps; w++) {
    const first = w < pieces ? w : pieces + (w - pieces) * perWarp;
    runs[2 * w] = first;
    runs[2 * w + 1] = w < pieces ? 1 : Math.min(perWarp, count - first);
  }
  return runs;
}

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

/**
 * Tiles of at most `capacity` entries and rows, a row above `capacity` entries in pieces of its own; every row in one tile, or in its
 * pieces, the last of which joins them.
 */
export function tilesOf(rowStart: Int32Array, capacity: number): CsrTiles {
  const whole: number[] = [];
  const pieces: number[] = [];
  const places: number[] = [];
  const rows = rowStart.length - 1;
  let slot = 0;
  let first = 0;
  const close = (row: number): void => {
    if (row > first) whole.push(first, row, rowStart[first] as number, rowStart[row] as number);
  };
  for (let row = 0; row < rows; row++) {
    const begin = rowStart[row] as number;
    const end = rowStart[row + 1] as number;
    if (end - begin > capacity) {
      close(row);
      for (let k = begin; k < end; k += capacity) {
        const last = k + capacity >= end;
        pieces.push(row, row, k, last ? end : k + capacity);
        places.push(slot, last ? (k - begin) / capacity : 0);
        if (!last) slot++;
      }
      first = row + 1;
    } else if (end - (rowStart[first] as number) > capacity || row - first >= capacity) {
      close(row);
      first = row;
    }
  }
  close(rows);
  const tiles = new Int32Array(pieces.length + whole.length);
  tiles.set(pieces);
  tiles.set(whole, pieces.length);
  return { tiles, places: Int32Array.from(places) };
}

/** (first tile, tiles) of each warp: one piece, or up to `perWarp` tiles of whole rows; filled up with (0, 0) to a multiple of `multiple`. */
export function runsOf({ tiles, places }: CsrTiles, perWarp: number, multiple: number): Int32Array {
  const pieces = places.length / 2;
  const count = tiles.length / 4;
  const runs: number[] = [];
  for (let t = 0; t < pieces; t++) runs.push(t, 1);
  for (let t = pieces; t < count; t += perWarp) runs.push(t, Math.min(perWarp, count - t));
  while ((runs.length / 2) % multiple !== 0) runs.push(0, 0);
  return Int32Array.from(runs);
}

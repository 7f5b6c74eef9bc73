/** Stretches of rows of equal work, as csr-balanced.cu and csr-balanced-warp.cu read them. */
export interface CsrTiles {
  /** (rowBegin, rowEnd, entryBegin, entryEnd); rowEnd = rowBegin for a piece of a row, rowBegin −1 for none. */
  readonly tiles: Int32Array;
  /** For a piece (slot, before): see joinRow in split-row.cuh. */
  readonly places: Int32Array;
}

/** Most slots that pieces of rows above `capacity` entries need. */
export function mostPieces(nnz: number, capacity: number): number {
  return 2 * Math.ceil(nnz / capacity);
}

/**
 * Tiles of at most `capacity` entries and rows, a row above `capacity` entries in pieces of its own; every row in one tile, or in its
 * pieces, the last of which joins them. Filled up with tiles of nothing to a multiple of `multiple`.
 */
export function tilesOf(rowStart: Int32Array, capacity: number, multiple = 1): CsrTiles {
  const tiles: number[] = [];
  const places: number[] = [];
  const rows = rowStart.length - 1;
  let slot = 0;
  let first = 0;
  const close = (row: number): void => {
    if (row === first) return;
    tiles.push(first, row, rowStart[first] as number, rowStart[row] as number);
    places.push(-1, 0);
  };
  for (let row = 0; row < rows; row++) {
    const begin = rowStart[row] as number;
    const end = rowStart[row + 1] as number;
    if (end - begin > capacity) {
      close(row);
      for (let k = begin; k < end; k += capacity) {
        const last = k + capacity >= end;
        tiles.push(row, row, k, last ? end : k + capacity);
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
  while ((tiles.length / 4) % multiple !== 0) {
    tiles.push(-1, -1, 0, 0);
    places.push(-1, 0);
  }
  return { tiles: Int32Array.from(tiles), places: Int32Array.from(places) };
}

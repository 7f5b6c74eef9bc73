/** Kind of a segment whose rows share their columns. */
export const COLUMNS = 0;
/** Kind of a segment whose rows share their distances to the diagonal. */
export const DIAGONALS = 1;
/** Most rows of a segment: a multiple of the highest tile, small enough that segments can be divided evenly between threads. */
export const MAX_ROWS = 128;
/** Rows of the highest tile of a segment of diagonals. */
const TILE_ROWS = 16;

/** Which rows belong together. */
export interface Segments {
  /** First row of each segment, and the number of rows; length segments + 1. */
  readonly segmentRow: Int32Array;
  /** {@link COLUMNS} or {@link DIAGONALS}. */
  readonly kind: Uint8Array;
  /** Columns or distances of all segments together. */
  readonly columns: number;
}

/** Rows of the next tile where `left` rows of a segment of diagonals are left: 16, then 8, 4, 2, 1. */
export function tileRows(left: number): number {
  return left >= TILE_ROWS ? TILE_ROWS : 1 << (31 - Math.clz32(left));
}

/** Whether row i has the columns of the row before, each `shift` further. */
function repeats(rowStart: Int32Array, colIndex: Int32Array, i: number, shift: number): boolean {
  const first = rowStart[i];
  const before = rowStart[i - 1];
  const length = rowStart[i + 1] - first;
  if (first - before !== length) return false;
  for (let k = 0; k < length; k++) if (colIndex[first + k] !== colIndex[before + k] + shift) return false;
  return true;
}

/** Rows from `begin` on, at most {@link MAX_ROWS}, of which each repeats the one before. */
function runLength(rowStart: Int32Array, colIndex: Int32Array, begin: number, shift: number): number {
  const end = Math.min(rowStart.length - 1, begin + MAX_ROWS);
  let i = begin + 1;
  while (i < end && repeats(rowStart, colIndex, i, shift)) i++;
  return i - begin;
}

/** The rows divided from the top: each segment is the longer of the two runs that begin where the one before ends. */
export function findSegments(rowStart: Int32Array, colIndex: Int32Array): Segments {
  const rows = rowStart.length - 1;
  const segmentRow = new Int32Array(rows + 1);
  const kind = new Uint8Array(rows);
  let count = 0;
  let columns = 0;
  for (let i = 0; i < rows;) {
    const same = runLength(rowStart, colIndex, i, 0);
    const diagonal = runLength(rowStart, colIndex, i, 1);
    kind[count] = diagonal > same ? DIAGONALS : COLUMNS;
    columns += rowStart[i + 1] - rowStart[i];
    i += Math.max(same, diagonal);
    segmentRow[++count] = i;
  }
  return { segmentRow: segmentRow.slice(0, count + 1), kind: kind.slice(0, count), columns };
}

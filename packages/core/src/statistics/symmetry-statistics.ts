import type { AnyCoo } from '../data/coo.ts';
import type { OccupiedRows } from '../data/csr-view.ts';
import { occupiedRowsOf } from '../data/csr-view.ts';

/** How far a matrix is its own transpose. */
export interface SymmetryStatistics {
  /** Share in 0..1 of off-diagonal entries whose transposed position is stored too; 1 without any, 0 when not square. */
  readonly patternSymmetry: number;
  /** The same, the value being equal too. */
  readonly valueSymmetry: number;
}

/** A table of places is made where it is not longer than this many times the entries: else most of it would be of empty rows. */
const TABLE_PER_ENTRY = 4;

/** Where row i is among the occupied rows, or −1. */
type PlaceOf = (i: number) => number;

/** By a table, or, of a matrix whose rows are nearly all empty, by halving. */
function placeOfRow({ row }: OccupiedRows, rows: number, nnz: number): PlaceOf {
  if (row.length === rows) return (i) => i;
  if (rows <= TABLE_PER_ENTRY * nnz) {
    const table = new Int32Array(rows).fill(-1);
    for (let r = 0; r < row.length; r++) table[row[r] as number] = r;
    return (i) => table[i] as number;
  }
  return (i) => {
    // Row i comes after i rows, of which at most the empty ones are not here.
    let low = Math.max(0, i - (rows - row.length));
    let high = Math.min(i + 1, row.length);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((row[middle] as number) < i) low = middle + 1;
      else high = middle;
    }
    return row[low] === i ? low : -1;
  };
}

/**
 * Symmetry of a canonical COO matrix. Each entry (i, j) below the diagonal looks for (j, i): rows come in order, so that those that ask row j do so in the order of its
 * entries, which are gone through once. What is above is found by what is below, and only its number matters.
 *
 * Reads all; O(nnz) in time and memory, with O(log nnz) for each entry where there are more than four rows for each.
 */
export function symmetryStatistics(coo: AnyCoo): SymmetryStatistics {
  const { colIndex, values, shape, components = 1 } = coo;
  const nnz = colIndex.length;
  const isEqual = (a: number, b: number): boolean =>
    components === 1
      ? values[a] === values[b]
      : values[2 * a] === values[2 * b] && values[2 * a + 1] === values[2 * b + 1];
  if (shape.rows !== shape.cols) return { patternSymmetry: 0, valueSymmetry: 0 };
  const occupied = occupiedRowsOf(coo);
  const { row, start } = occupied;
  const placeOf = placeOfRow(occupied, shape.rows, nnz);
  // Of each row that was reached, its first entry above the diagonal that no row has asked beyond.
  const next = new Int32Array(row.length);
  let diagonal = 0;
  let pairs = 0;
  let equalPairs = 0;
  for (let r = 0; r < row.length; r++) {
    const i = row[r] as number;
    const end = start[r + 1] as number;
    let k = start[r] as number;
    for (; k < end && (colIndex[k] as number) < i; k++) {
      const place = placeOf(colIndex[k] as number);
      if (place < 0) continue;
      const last = start[place + 1] as number;
      let mirror = next[place] as number;
      while (mirror < last && (colIndex[mirror] as number) < i) mirror++;
      next[place] = mirror;
      if (mirror === last || colIndex[mirror] !== i) continue;
      pairs++;
      if (isEqual(mirror, k)) equalPairs++;
    }
    if (k < end && colIndex[k] === i) {
      diagonal++;
      k++;
    }
    next[r] = k;
  }
  const others = nnz - diagonal;
  if (others === 0) return { patternSymmetry: 1, valueSymmetry: 1 };
  return { patternSymmetry: (2 * pairs) / others, valueSymmetry: (2 * equalPairs) / others };
}

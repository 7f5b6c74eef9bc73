import type { CooMatrix, Precision, Shape } from '@spmv/core';
import { roundTo, rowStartOf } from '@spmv/core';

/** An element, and of a complex matrix a part of it. */
interface Place {
  readonly row: number;
  readonly col: number;
  readonly part?: 'real' | 'imaginary';
}

/** What is known of a matrix before it is multiplied with. Absent: not known. */
export interface Facts {
  readonly shape: Shape;
  /** Of a complex matrix: what is known of the real one of twice the rows that does the same to pairs. Its norms and residuals are the same, it is symmetric where A is Hermitian, and positive definite with it. */
  readonly isOfPairs?: true;
  readonly isSymmetric?: boolean;
  /** Two elements that differ, where it is not symmetric; of a complex matrix its own, and the part of theirs. */
  readonly asymmetry?: Place & { readonly here: number; readonly there: number };
  /** Elements (i, i). */
  readonly diagonal?: Float64Array;
  /** A stored value that is no number, or infinite, or becomes so in the precision; of a complex matrix its own, and which part. */
  readonly notFinite?: Place & { readonly value: number; readonly precision: Precision };
  /** The largest magnitude, and the least but 0. */
  readonly largest?: number;
  readonly least?: number;
  /** Entries of the longest row. */
  readonly longestRow?: number;
  /** Columns without an entry other than 0: no product reads these elements of x. */
  readonly unread?: readonly number[];
}

/** Elements (i, j) and (j, i) count as equal up to this part of the larger, or of both elements (i, i) and (j, j): what rounding leaves of sums where a matrix is assembled, also where they cancel. */
const SYMMETRY_TOLERANCE = 1e-13;

/** The first pair of elements that differ by more than that. Entries come row by row: in each other row the place of the mirrored one only moves on. */
function asymmetryOf(
  { shape: { rows }, colIndex, values }: CooMatrix,
  rowStart: Int32Array,
  diagonal: Float64Array,
): Facts['asymmetry'] {
  const next = rowStart.slice(0, -1);
  for (let row = 0; row < rows; row++) {
    const last = rowStart[row + 1];
    for (let k = rowStart[row]; k < last; k++) {
      const col = colIndex[k];
      if (row === col) continue;
      const end = rowStart[col + 1];
      let at = next[col];
      while (at < end && colIndex[at] < row) at++;
      next[col] = at;
      const here = values[k];
      const there = at < end && colIndex[at] === row ? values[at] : 0;
      if (here === there) continue;
      const both = Math.min(Math.abs(diagonal[row]), Math.abs(diagonal[col]));
      const size = Math.max(Math.abs(here), Math.abs(there), both);
      if (Math.abs(here - there) > SYMMETRY_TOLERANCE * size) return { row, col, here, there };
    }
  }
  return undefined;
}

/** Facts of a matrix by its entries, which are sorted, as the precision holds them. O(nnz). */
export function factsOf(coo: CooMatrix, precision: Precision): Facts {
  const { shape, colIndex, values } = coo;
  const { rows, cols } = shape;
  const diagonal = new Float64Array(Math.min(rows, cols));
  const isRead = new Uint8Array(cols);
  // Rows of entries that came by rows would have to be made.
  const rowStart = coo.rowStart ?? rowStartOf(coo);
  let [largest, least, longestRow] = [0, Infinity, 0];
  for (let row = 0; row < rows; row++) {
    const end = rowStart[row + 1];
    let k = rowStart[row];
    if (end - k > longestRow) longestRow = end - k;
    for (; k < end; k++) {
      const value = values[k];
      const size = Math.abs(value);
      const col = colIndex[k];
      if (!(size < Infinity)) return { shape, notFinite: { row, col, value, precision } };
      if (row === col) diagonal[row] = value;
      if (size === 0) continue;
      if (size > largest) largest = size;
      if (size < least) least = size;
      isRead[col] = 1;
    }
  }
  if (!Number.isFinite(roundTo(precision, largest))) {
    const k = values.findIndex((value) => Math.abs(value) === largest);
    const [row, col, value] = [coo.rowIndex[k], colIndex[k], values[k]];
    return { shape, notFinite: { row, col, value, precision } };
  }
  const unread: number[] = [];
  for (let col = isRead.indexOf(0); col >= 0; col = isRead.indexOf(0, col + 1)) unread.push(col);
  const common = { shape, diagonal, largest, least, longestRow, unread };
  if (rows !== cols) return { ...common, isSymmetric: false };
  const asymmetry = asymmetryOf(coo, rowStart, diagonal);
  return { ...common, isSymmetric: asymmetry === undefined, ...(asymmetry ? { asymmetry } : {}) };
}

/** A number of the real matrix that does to pairs what a complex one does, as a part of that one's element. */
export function partOfPairs({
  row,
  col,
  value,
}: Place & { readonly value: number }): Required<Place> & { readonly value: number } {
  const isReal = (row & 1) === (col & 1);
  return {
    row: row >> 1,
    col: col >> 1,
    part: isReal ? 'real' : 'imaginary',
    value: isReal || row & 1 ? value : -value,
  };
}

/** Facts of the complex matrix for which that real one stands. */
export function factsOfPairs(coo: CooMatrix, precision: Precision): Facts {
  const { asymmetry, notFinite, ...facts } = factsOf(coo, precision);
  const own = asymmetry && partOfPairs({ ...asymmetry, value: asymmetry.here });
  const mirrored = asymmetry && partOfPairs({ row: asymmetry.col, col: asymmetry.row, value: asymmetry.there });
  return {
    ...facts,
    isOfPairs: true,
    ...(own && mirrored
      ? { asymmetry: { row: own.row, col: own.col, part: own.part, here: own.value, there: mirrored.value } }
      : {}),
    ...(notFinite ? { notFinite: { ...partOfPairs(notFinite), precision } } : {}),
  };
}

/** The rows and columns of the matrix as its caller has it. */
export function ownShape({ shape: { rows, cols }, isOfPairs }: Facts): Shape {
  return isOfPairs ? { rows: rows / 2, cols: cols / 2 } : { rows, cols };
}

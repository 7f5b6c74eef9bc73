import type { CooMatrix, Precision, Shape } from '@spmv/core';
import { roundTo, rowStartOf } from '@spmv/core';
import { largestOf } from '../solve/scale.ts';

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
  /** The smaller of ‖A‖F and √(‖A‖₁‖A‖∞), both at least ‖A‖₂. */
  readonly norm?: number;
  /** Columns without an entry other than 0: no product reads these elements of x. */
  readonly unread?: readonly number[];
}

/** Elements (i, j) and (j, i) count as equal up to this part of the larger, or of both elements (i, i) and (j, j): what rounding leaves of sums where a matrix is assembled, also where they cancel. */
const SYMMETRY_TOLERANCE = 1e-13;

/** A pair of elements that differ by more than that. Each is met once, in the row of the upper one: as rows follow one another, its place among the lower ones of the other row only moves on. */
function asymmetryOf(
  { shape: { rows }, colIndex, values }: CooMatrix,
  rowStart: Int32Array,
  diagonal: Float64Array,
): Facts['asymmetry'] {
  const differ = (row: number, col: number, here: number, there: number): boolean => {
    const both = Math.min(Math.abs(diagonal[row]), Math.abs(diagonal[col]));
    return Math.abs(here - there) > SYMMETRY_TOLERANCE * Math.max(Math.abs(here), Math.abs(there), both);
  };
  /** The first entry of each row that was not met. */
  const next = rowStart.slice(0, -1);
  for (let row = 0; row < rows; row++) {
    const last = rowStart[row + 1];
    let k = next[row];
    // What no row above has.
    for (; k < last && colIndex[k] < row; k++)
      if (differ(row, colIndex[k], values[k], 0)) return { row, col: colIndex[k], here: values[k], there: 0 };
    for (; k < last; k++) {
      const col = colIndex[k];
      const here = values[k];
      const end = rowStart[col + 1];
      let at = next[col];
      for (; at < end && colIndex[at] < row; at++)
        if (differ(col, colIndex[at], values[at], 0))
          return { row: col, col: colIndex[at], here: values[at], there: 0 };
      const isThere = at < end && colIndex[at] === row;
      const there = isThere ? values[at] : 0;
      next[col] = isThere ? at + 1 : at;
      if (here !== there && differ(row, col, here, there)) return { row, col, here, there };
    }
  }
  return undefined;
}

/** What one look at all entries tells. */
export interface EntryPass {
  readonly diagonal: Float64Array;
  /** The magnitudes of each row, added up. */
  readonly sums: Float64Array;
  readonly largest: number;
  readonly least: number;
  readonly squares: number;
  readonly mostOfRow: number;
  readonly longestRow: number;
  /** The first entry that is not finite, or −1. */
  readonly notFinite: number;
  /** Whether the matrix is known to be its transpose. */
  readonly isSame: boolean;
}

/** Takes it. */
export type PassOver = (coo: CooMatrix, rowStart: Int32Array) => EntryPass;

/** O(nnz). Plain statements: of a small matrix these are not compiled before they are over. */
export function entryPass({ shape: { rows, cols }, colIndex, values }: CooMatrix, rowStart: Int32Array): EntryPass {
  const diagonal = new Float64Array(Math.min(rows, cols));
  const sums = new Float64Array(rows);
  let [largest, least, squares, mostOfRow, longestRow, notFinite] = [0, Infinity, 0, 0, 0, -1];
  for (let row = 0; row < rows && notFinite < 0; row++) {
    const end = rowStart[row + 1];
    let k = rowStart[row];
    if (end - k > longestRow) longestRow = end - k;
    let sum = 0;
    for (; k < end; k++) {
      const size = Math.abs(values[k]);
      if (!(size < Infinity)) {
        notFinite = k;
        break;
      }
      if (colIndex[k] === row) diagonal[row] = values[k];
      if (size > largest) largest = size;
      if (size < least && size !== 0) least = size;
      squares += size * size;
      sum += size;
    }
    sums[row] = sum;
    if (sum > mostOfRow) mostOfRow = sum;
  }
  return { diagonal, sums, largest, least, squares, mostOfRow, longestRow, notFinite, isSame: false };
}

/** The magnitudes of each column, added up. */
function columnSums({ shape: { cols }, colIndex, values }: CooMatrix): Float64Array {
  const sums = new Float64Array(cols);
  for (let k = 0; k < values.length; k++) sums[colIndex[k]] += Math.abs(values[k]);
  return sums;
}

/** Facts of a matrix by its entries, which are sorted, as the precision holds them. O(nnz). */
export function factsOf(coo: CooMatrix, precision: Precision, passOver: PassOver = entryPass): Facts {
  const { shape, colIndex, values } = coo;
  // Rows of entries that came by rows would have to be made.
  const rowStart = coo.rowStart ?? rowStartOf(coo);
  const pass = passOver(coo, rowStart);
  const { diagonal, sums, largest, least, squares, mostOfRow, longestRow, isSame } = pass;
  const isHeld = Number.isFinite(roundTo(precision, largest));
  const odd = isHeld ? pass.notFinite : values.findIndex((value) => Math.abs(value) === largest);
  if (odd >= 0)
    return { shape, notFinite: { row: coo.rowIndex[odd], col: colIndex[odd], value: values[odd], precision } };
  const isSquare = shape.rows === shape.cols;
  const asymmetry = isSquare && !isSame ? asymmetryOf(coo, rowStart, diagonal) : undefined;
  const isSymmetric = isSquare && asymmetry === undefined;
  // Elements that count as equal to 0 have others beside them on the diagonal.
  const ofColumns = isSymmetric ? sums : columnSums(coo);
  const norm = Math.min(Math.sqrt(squares), Math.sqrt(mostOfRow) * Math.sqrt(largestOf(ofColumns)));
  const unread: number[] = [];
  for (let col = ofColumns.indexOf(0); col >= 0; col = ofColumns.indexOf(0, col + 1)) unread.push(col);
  return {
    shape,
    diagonal,
    largest,
    least,
    longestRow,
    norm,
    unread,
    isSymmetric,
    ...(asymmetry ? { asymmetry } : {}),
  };
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
export function factsOfPairs(coo: CooMatrix, precision: Precision, passOver?: PassOver): Facts {
  const { asymmetry, notFinite, ...facts } = factsOf(coo, precision, passOver);
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

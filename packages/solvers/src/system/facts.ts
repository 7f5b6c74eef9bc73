import type { CooMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';

/** What is known of a matrix before it is multiplied with. Absent: not known. */
export interface Facts {
  readonly rows: number;
  readonly cols: number;
  readonly isSymmetric?: boolean;
  /** Two elements that differ, where it is not symmetric. */
  readonly asymmetry?: { readonly row: number; readonly col: number; readonly here: number; readonly there: number };
  /** Elements (i, i). */
  readonly diagonal?: Float64Array;
  /** A stored value that is no number, or infinite. */
  readonly notFinite?: { readonly row: number; readonly col: number; readonly value: number };
}

/** Elements (i, j) and (j, i) count as equal up to this part of the largest entry: what rounding leaves where a matrix is assembled. */
const SYMMETRY_TOLERANCE = 1e-13;

/** The first pair of elements that differ by more than `tolerance`. Entries come row by row: in each other row the place of the mirrored one only moves on. */
function asymmetryOf(coo: CooMatrix, tolerance: number): Facts['asymmetry'] {
  const { rowIndex, colIndex, values } = coo;
  const rowStart = rowStartOf(coo);
  const next = rowStart.slice(0, -1);
  for (let k = 0; k < values.length; k++) {
    const row = rowIndex[k] as number;
    const col = colIndex[k] as number;
    if (row === col) continue;
    const end = rowStart[col + 1] as number;
    let at = next[col] as number;
    while (at < end && (colIndex[at] as number) < row) at++;
    next[col] = at;
    const here = values[k] as number;
    const there = at < end && colIndex[at] === row ? (values[at] as number) : 0;
    if (Math.abs(here - there) > tolerance) return { row, col, here, there };
  }
  return undefined;
}

/** Facts of a matrix by its entries, which are sorted. O(nnz). */
export function factsOf(coo: CooMatrix): Facts {
  const { shape, rowIndex, colIndex, values } = coo;
  const { rows, cols } = shape;
  const diagonal = new Float64Array(Math.min(rows, cols));
  let largest = 0;
  for (let k = 0; k < values.length; k++) {
    const value = values[k] as number;
    const row = rowIndex[k] as number;
    const col = colIndex[k] as number;
    const size = Math.abs(value);
    if (!(size < Infinity)) return { rows, cols, notFinite: { row, col, value } };
    if (size > largest) largest = size;
    if (row === col) diagonal[row] = value;
  }
  if (rows !== cols) return { rows, cols, isSymmetric: false, diagonal };
  const asymmetry = asymmetryOf(coo, SYMMETRY_TOLERANCE * largest);
  return { rows, cols, isSymmetric: asymmetry === undefined, ...(asymmetry ? { asymmetry } : {}), diagonal };
}

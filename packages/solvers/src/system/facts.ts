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

/** The value at (row, col); 0 where there is no entry. */
function valueAt({ colIndex, values }: CooMatrix, rowStart: Int32Array, row: number, col: number): number {
  let [low, high] = [rowStart[row] as number, rowStart[row + 1] as number];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((colIndex[middle] as number) < col) low = middle + 1;
    else high = middle;
  }
  return low < (rowStart[row + 1] as number) && colIndex[low] === col ? (values[low] as number) : 0;
}

/** Facts of a matrix by its entries. O(nnz · log of the longest row). */
export function factsOf(coo: CooMatrix): Facts {
  const { shape, rowIndex, colIndex, values } = coo;
  const { rows, cols } = shape;
  const diagonal = new Float64Array(Math.min(rows, cols));
  let largest = 0;
  for (let k = 0; k < values.length; k++) {
    const [row, col, value] = [rowIndex[k] as number, colIndex[k] as number, values[k] as number];
    if (!Number.isFinite(value)) return { rows, cols, notFinite: { row, col, value } };
    if (row === col) diagonal[row] = value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (rows !== cols) return { rows, cols, isSymmetric: false, diagonal };
  const rowStart = rowStartOf(coo);
  for (let k = 0; k < values.length; k++) {
    const [row, col, here] = [rowIndex[k] as number, colIndex[k] as number, values[k] as number];
    if (row === col) continue;
    const there = valueAt(coo, rowStart, col, row);
    if (Math.abs(here - there) > SYMMETRY_TOLERANCE * largest)
      return { rows, cols, isSymmetric: false, asymmetry: { row, col, here, there }, diagonal };
  }
  return { rows, cols, isSymmetric: true, diagonal };
}

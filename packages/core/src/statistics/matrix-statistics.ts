import type { CooMatrix } from '../data/coo.ts';
import type { OccupiedRows } from '../data/csr-view.ts';
import { occupiedLengths, occupiedRowsOf } from '../data/csr-view.ts';
import type { RowStatistics } from './row-statistics.ts';
import { rowStatistics } from './row-statistics.ts';

/** The figures of a matrix that papers print in their tables. Advice is based on them. */
export interface MatrixStatistics extends RowStatistics {
  /** nnz / (rows · cols), 0 for an empty shape. */
  readonly density: number;
  /** max over entries of row − column, at least 0. */
  readonly lowerBandwidth: number;
  /** max over entries of column − row, at least 0. */
  readonly upperBandwidth: number;
  /** Largest |row − column| of an entry. */
  readonly bandwidth: number;
  /** Share in 0..1 of off-diagonal entries whose transposed position is stored too; 1 without any, 0 when not square. */
  readonly patternSymmetry: number;
  /** The same, the value being equal too. */
  readonly valueSymmetry: number;
}

/** Index of `column` in the increasing part start..end of `colIndex`, or −1. */
function findEntry(colIndex: Int32Array, start: number, end: number, column: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((colIndex[middle] as number) < column) low = middle + 1;
    else high = middle;
  }
  return low < end && colIndex[low] === column ? low : -1;
}

/** Place of row `i` among the occupied rows, or −1. At least i less the empty rows, so without any it is found at once. */
function placeOfRow({ row }: OccupiedRows, i: number, emptyRows: number): number {
  return findEntry(row, Math.max(0, i - emptyRows), Math.min(i + 1, row.length), i);
}

function symmetryOf(coo: CooMatrix, occupied: OccupiedRows): { pattern: number; value: number } {
  const { rowIndex, colIndex, values, shape } = coo;
  if (shape.rows !== shape.cols) return { pattern: 0, value: 0 };
  const emptyRows = shape.rows - occupied.row.length;
  let offDiagonal = 0;
  let patternMatches = 0;
  let valueMatches = 0;
  for (let k = 0; k < values.length; k++) {
    const i = rowIndex[k] as number;
    const j = colIndex[k] as number;
    if (i === j) continue;
    offDiagonal++;
    const place = placeOfRow(occupied, j, emptyRows);
    if (place < 0) continue;
    const mirror = findEntry(colIndex, occupied.start[place] as number, occupied.start[place + 1] as number, i);
    if (mirror < 0) continue;
    patternMatches++;
    if (values[mirror] === values[k]) valueMatches++;
  }
  return offDiagonal === 0
    ? { pattern: 1, value: 1 }
    : { pattern: patternMatches / offDiagonal, value: valueMatches / offDiagonal };
}

/** Statistics of a canonical COO matrix. Reads it; O(nnz·log(nnz)) in time and O(nnz) in memory, however many rows and columns are empty. */
export function matrixStatistics(coo: CooMatrix): MatrixStatistics {
  const { rows, cols } = coo.shape;
  const nnz = coo.values.length;
  let lower = 0;
  let upper = 0;
  for (let k = 0; k < nnz; k++) {
    const offset = (coo.rowIndex[k] as number) - (coo.colIndex[k] as number);
    if (offset > lower) lower = offset;
    if (-offset > upper) upper = -offset;
  }
  const occupied = occupiedRowsOf(coo);
  const symmetry = symmetryOf(coo, occupied);
  return {
    ...rowStatistics(coo.shape, occupiedLengths(occupied)),
    density: rows > 0 && cols > 0 ? nnz / rows / cols : 0,
    lowerBandwidth: lower,
    upperBandwidth: upper,
    bandwidth: Math.max(lower, upper),
    patternSymmetry: symmetry.pattern,
    valueSymmetry: symmetry.value,
  };
}

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

function symmetryOf(
  { colIndex, values, shape }: CooMatrix,
  occupied: OccupiedRows,
): { pattern: number; value: number } {
  if (shape.rows !== shape.cols) return { pattern: 0, value: 0 };
  const emptyRows = shape.rows - occupied.row.length;
  // Rows come in order, so the mirror images of entries in row j are asked for in order, too: each row is gone through once.
  const next = occupied.start.slice();
  let offDiagonal = 0;
  let patternMatches = 0;
  let valueMatches = 0;
  for (let r = 0; r < occupied.row.length; r++) {
    const i = occupied.row[r] as number;
    const end = occupied.start[r + 1] as number;
    for (let k = occupied.start[r] as number; k < end; k++) {
      const j = colIndex[k] as number;
      if (i === j) continue;
      offDiagonal++;
      const place = placeOfRow(occupied, j, emptyRows);
      if (place < 0) continue;
      const last = occupied.start[place + 1] as number;
      let mirror = next[place] as number;
      while (mirror < last && (colIndex[mirror] as number) < i) mirror++;
      next[place] = mirror;
      if (mirror === last || colIndex[mirror] !== i) continue;
      patternMatches++;
      if (values[mirror] === values[k]) valueMatches++;
    }
  }
  return offDiagonal === 0
    ? { pattern: 1, value: 1 }
    : { pattern: patternMatches / offDiagonal, value: valueMatches / offDiagonal };
}

/** How far entries are from the diagonal. */
export type Bandwidths = Pick<MatrixStatistics, 'lowerBandwidth' | 'upperBandwidth' | 'bandwidth'>;

function bandwidthsOf({ colIndex }: CooMatrix, { row, start }: OccupiedRows): Bandwidths {
  let lower = 0;
  let upper = 0;
  for (let r = 0; r < row.length; r++) {
    // Columns increase within a row, so its first and last entry are the outermost.
    const i = row[r] as number;
    lower = Math.max(lower, i - (colIndex[start[r] as number] as number));
    upper = Math.max(upper, (colIndex[(start[r + 1] as number) - 1] as number) - i);
  }
  return { lowerBandwidth: lower, upperBandwidth: upper, bandwidth: Math.max(lower, upper) };
}

/** Statistics of a canonical COO matrix without those of symmetry, which take most of the time: reads the first and last entry of each row. O(nnz) at most. */
export function positionStatistics(coo: CooMatrix): RowStatistics & Bandwidths {
  const occupied = occupiedRowsOf(coo);
  return { ...rowStatistics(coo.shape, occupiedLengths(occupied)), ...bandwidthsOf(coo, occupied) };
}

/** Statistics of a canonical COO matrix. Reads it; O(nnz) in time and memory where no row is empty, else O(nnz·log(nnz)) in time, however many rows and columns are empty. */
export function matrixStatistics(coo: CooMatrix): MatrixStatistics {
  const { rows, cols } = coo.shape;
  const symmetry = symmetryOf(coo, occupiedRowsOf(coo));
  return {
    ...positionStatistics(coo),
    density: rows > 0 && cols > 0 ? coo.values.length / rows / cols : 0,
    patternSymmetry: symmetry.pattern,
    valueSymmetry: symmetry.value,
  };
}

import type { AnyCoo } from '../data/coo.ts';
import type { OccupiedRows } from '../data/csr-view.ts';
import { occupiedLengths, occupiedRowsOf } from '../data/csr-view.ts';
import type { RowStatistics } from './row-statistics.ts';
import { rowStatistics } from './row-statistics.ts';
import type { SymmetryStatistics } from './symmetry-statistics.ts';
import { symmetryStatistics } from './symmetry-statistics.ts';

/** The figures of a matrix that papers print in their tables. Advice is based on them. */
export interface MatrixStatistics extends RowStatistics, Bandwidths, SymmetryStatistics {
  /** nnz / (rows · cols), 0 for an empty shape. */
  readonly density: number;
}

/** How far entries are from the diagonal. */
export interface Bandwidths {
  /** max over entries of row − column, at least 0. */
  readonly lowerBandwidth: number;
  /** max over entries of column − row, at least 0. */
  readonly upperBandwidth: number;
  /** Largest |row − column| of an entry. */
  readonly bandwidth: number;
}

/** Of a canonical COO matrix: reads the first and last entry of each row. O(nnz) at most, O(rows) where `rowStart` is there. */
export function bandwidthsOf(coo: AnyCoo, occupied?: OccupiedRows): Bandwidths {
  const { colIndex, rowStart } = coo;
  const { row, start } = occupied ?? (rowStart ? { row: undefined, start: rowStart } : occupiedRowsOf(coo));
  let lower = 0;
  let upper = 0;
  for (let r = 0; r + 1 < start.length; r++) {
    const begin = start[r] as number;
    const end = start[r + 1] as number;
    if (begin === end) continue;
    // Columns increase within a row, so its first and last entry are the outermost.
    const i = row ? (row[r] as number) : r;
    const below = i - (colIndex[begin] as number);
    const above = (colIndex[end - 1] as number) - i;
    if (below > lower) lower = below;
    if (above > upper) upper = above;
  }
  return { lowerBandwidth: lower, upperBandwidth: upper, bandwidth: Math.max(lower, upper) };
}

/** Statistics of a canonical COO matrix without those of symmetry, for which all entries are read: reads the first and last entry of each row. O(nnz) at most. */
export function positionStatistics(coo: AnyCoo): RowStatistics & Bandwidths {
  const occupied = occupiedRowsOf(coo);
  return { ...rowStatistics(coo.shape, occupiedLengths(occupied)), ...bandwidthsOf(coo, occupied) };
}

/** Statistics of a canonical COO matrix. Reads it; time and memory are those of {@link symmetryStatistics}. */
export function matrixStatistics(coo: AnyCoo): MatrixStatistics {
  const { rows, cols } = coo.shape;
  return {
    ...positionStatistics(coo),
    density: rows > 0 && cols > 0 ? coo.colIndex.length / rows / cols : 0,
    ...symmetryStatistics(coo),
  };
}

import type { AnyCoo, RowRange, RowStatistics } from '@spmv/core';
import { bandwidthsOf, sectorsPerRow } from '@spmv/core';

/** What advice is based on of a matrix: a few of its statistics. Plain data, so that a recorded run can be judged without the matrix. */
export interface MatrixTraits {
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  /** Entries per row. */
  readonly meanRow: number;
  readonly maxRow: number;
  readonly emptyRows: number;
  /** σ/mean of the entries per row, per cent. */
  readonly relativeStandardDeviation: number;
  /** Largest |row − column| of an entry. */
  readonly bandwidth: number;
  /** Distinct aligned sectors of 32 bytes of x in f64 that the entries of a row lie in, on average over all rows. */
  readonly sectorsPerRow: number;
}

/** The traits of a canonical COO matrix, of statistics of its rows; `sectorsPerRow` of the rows of `ranges` alone, where they are given. O(nnz), or O(rows) of ranges where `rowStart` is there. */
export function traitsOf(
  coo: AnyCoo,
  { rows, cols, nnz, mean, max, emptyRows, relativeStandardDeviation }: RowStatistics,
  ranges?: readonly RowRange[],
): MatrixTraits {
  return {
    rows,
    cols,
    nnz,
    meanRow: mean,
    maxRow: max,
    emptyRows,
    relativeStandardDeviation,
    bandwidth: bandwidthsOf(coo).bandwidth,
    sectorsPerRow: sectorsPerRow(coo, 8, 32, ranges),
  };
}

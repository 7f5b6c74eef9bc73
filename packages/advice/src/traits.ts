import type { CooMatrix } from '@spmv/core';
import { positionStatistics, sectorsPerRow } from '@spmv/core';

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

/** The traits of a canonical COO matrix. Reads it; O(nnz). */
export function traitsOf(coo: CooMatrix): MatrixTraits {
  const { rows, cols, nnz, mean, max, emptyRows, relativeStandardDeviation, bandwidth } = positionStatistics(coo);
  return {
    rows,
    cols,
    nnz,
    meanRow: mean,
    maxRow: max,
    emptyRows,
    relativeStandardDeviation,
    bandwidth,
    sectorsPerRow: sectorsPerRow(coo),
  };
}

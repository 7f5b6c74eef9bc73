import { positionStatistics, sectorsPerRow } from '@spmv/core';
import type { Host } from '../host/host.ts';
import type { NamedMatrix } from './loaded-problem.ts';
import { matrixHash } from './matrix-hash.ts';

/** A matrix as every result names it. */
export interface MatrixBlock {
  readonly name: string;
  readonly source: string;
  /** Which matrix it is, whatever it is called; see `matrixHash`. */
  readonly hash: string;
  readonly rows: number;
  readonly cols: number;
  readonly nnz: number;
  readonly meanRow: number;
  readonly maxRow: number;
  readonly emptyRows: number;
  /** σ/mean of the entries per row, per cent. */
  readonly relativeStandardDeviation: number;
  /** Largest |row − column| of an entry. Absent in earlier documents. */
  readonly bandwidth?: number;
  /** Distinct aligned sectors of 32 bytes of x in f64 that the entries of a row lie in, on average. Absent in earlier documents. */
  readonly sectorsPerRow?: number;
}

/** What is said of a matrix. */
export function matrixBlock(matrix: NamedMatrix, digest: Host['digest']): MatrixBlock {
  const { name, source, coo, hash = matrixHash(coo, digest) } = matrix;
  const statistics = positionStatistics(coo);
  return {
    name,
    source,
    hash,
    rows: coo.shape.rows,
    cols: coo.shape.cols,
    nnz: coo.colIndex.length,
    meanRow: statistics.mean,
    maxRow: statistics.max,
    emptyRows: statistics.emptyRows,
    relativeStandardDeviation: statistics.relativeStandardDeviation,
    bandwidth: statistics.bandwidth,
    sectorsPerRow: sectorsPerRow(coo),
  };
}

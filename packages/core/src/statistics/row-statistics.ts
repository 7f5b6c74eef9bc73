import type { Shape } from '../data/coo.ts';

/** Distribution of entries over the rows. Every figure is 0 for a matrix without rows. */
export interface RowStatistics {
  readonly rows: number;
  readonly cols: number;
  /** Stored entries, explicit zeros included. */
  readonly nnz: number;
  /** nnz / rows: "Av" of Vázquez et al., Table I. */
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  /** max − mean. Vázquez et al., Table I, print it rounded. */
  readonly maxMinusMean: number;
  /** Population standard deviation σ of the row lengths. */
  readonly standardDeviation: number;
  /** 100·σ/mean, per cent; 0 when the mean is 0. Vázquez et al., Table I. */
  readonly relativeStandardDeviation: number;
  /** 100·(1/m)·Σ|rowᵢ − mean| / mean, per cent; 0 when the mean is 0. Fraga 2018, "Performance analysis". */
  readonly percentAverageDeviation: number;
  readonly emptyRows: number;
}

/** Row statistics from the lengths of rows, in any order. Rows without a length are empty: they are counted and not visited. */
export function rowStatistics(shape: Shape, rowLength: Int32Array): RowStatistics {
  const { rows, cols } = shape;
  const unlisted = rows - rowLength.length;
  let nnz = 0;
  let min = rows > 0 && unlisted === 0 ? Number.POSITIVE_INFINITY : 0;
  let max = 0;
  let emptyRows = unlisted;
  for (let r = 0; r < rowLength.length; r++) {
    const length = rowLength[r] as number;
    nnz += length;
    if (length < min) min = length;
    if (length > max) max = length;
    if (length === 0) emptyRows++;
  }
  const mean = rows > 0 ? nnz / rows : 0;
  // Empty rows at once, so that sums are the same whether they are listed or not.
  let squares = emptyRows * mean * mean;
  let absolute = emptyRows * mean;
  for (let r = 0; r < rowLength.length; r++) {
    const length = rowLength[r] as number;
    if (length === 0) continue;
    const deviation = length - mean;
    squares += deviation * deviation;
    absolute += Math.abs(deviation);
  }
  const standardDeviation = rows > 0 ? Math.sqrt(squares / rows) : 0;
  return {
    rows,
    cols,
    nnz,
    mean,
    min,
    max,
    maxMinusMean: max - mean,
    standardDeviation,
    relativeStandardDeviation: mean > 0 ? (100 * standardDeviation) / mean : 0,
    percentAverageDeviation: mean > 0 ? (100 * absolute) / rows / mean : 0,
    emptyRows,
  };
}

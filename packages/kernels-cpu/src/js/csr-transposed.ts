import type { JsSpmvArguments, NamedArrays, ValueArray } from '@spmv/core';

interface CsrArrays extends NamedArrays {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

/** First pass, for workers begin..end: no sums yet. */
export function clearSums({ scratch, cols, begin, end }: JsSpmvArguments): void {
  (scratch['sums'] as Float64Array).fill(0, begin * cols, end * cols);
}

/** Second pass, over rows begin..end: adds aᵢⱼxᵢ to the worker's own sum of column j. */
export function addRows({ arrays, scratch, x, cols, worker, begin, end }: JsSpmvArguments<CsrArrays>): void {
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'] as Float64Array;
  const own = worker * cols;
  for (let i = begin; i < end; i++) {
    const xi = x[i] as number;
    const last = rowStart[i + 1] as number;
    for (let k = rowStart[i] as number; k < last; k++) {
      const at = own + (colIndex[k] as number);
      sums[at] = (sums[at] as number) + (values[k] as number) * xi;
    }
  }
}

/** Last pass, over columns begin..end: the sums of all workers in their order, so that results repeat. */
export function reduceSums({ scratch, y, cols, workers, alpha, beta, begin, end }: JsSpmvArguments): void {
  const sums = scratch['sums'] as Float64Array;
  for (let j = begin; j < end; j++) {
    let sum = 0;
    for (let w = 0; w < workers; w++) sum += sums[w * cols + j] as number;
    y[j] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[j] as number);
  }
}

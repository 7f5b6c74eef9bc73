import type { JsSpmvArguments } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/** Adds aᵢⱼxᵢ of rows begin..end to the worker's own sum of column j; a row ends where it does, or at its first padding. */
export function csrPaddedTransposed(args: JsSpmvArguments<FormatArrays['csr']>): void {
  const { arrays, scratch, numbers, x, worker, begin, end } = args;
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'] as Float64Array;
  const touched = scratch['touched'] as Int32Array;
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let i = begin; i < end; i++) {
    const xi = x[i];
    const stop = rowStart[i + 1];
    for (let k = rowStart[i]; k < stop; k++) {
      const j = colIndex[k];
      if (j < 0) break;
      if (j < first) first = j;
      if (j >= last) last = j + 1;
      sums[own + j] = sums[own + j] + values[k] * xi;
    }
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

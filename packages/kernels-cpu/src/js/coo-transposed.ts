import type { JsSpmvArguments } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/** Adds aᵢⱼxᵢ of entries begin..end to the worker's own sum of column j. */
export function cooTransposed({
  arrays,
  scratch,
  numbers,
  x,
  worker,
  begin,
  end,
}: JsSpmvArguments<FormatArrays['coo']>): void {
  const { rowIndex, colIndex, values } = arrays;
  const sums = scratch['sums'] as Float64Array;
  const touched = scratch['touched'] as Int32Array;
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let k = begin; k < end; k++) {
    const j = colIndex[k];
    if (j < first) first = j;
    if (j >= last) last = j + 1;
    sums[own + j] = sums[own + j] + values[k] * x[rowIndex[k]];
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

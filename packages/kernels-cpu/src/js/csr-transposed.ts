import type { JsSpmvArguments, NamedArrays, ValueArray } from '@spmv/core';

/** Of csr, or of csc, whose columns are the rows of its transpose. */
interface CsrArrays extends NamedArrays {
  readonly values: ValueArray;
}

/** Adds aᵢⱼxᵢ of rows begin..end to the worker's own sum of column j. */
export function csrTransposed({ arrays, scratch, numbers, x, worker, begin, end }: JsSpmvArguments<CsrArrays>): void {
  const { values } = arrays;
  const rowStart = (arrays['rowStart'] ?? arrays['colStart']) as Int32Array;
  const colIndex = (arrays['colIndex'] ?? arrays['rowIndex']) as Int32Array;
  const sums = scratch['sums'] as Float64Array;
  const touched = scratch['touched'] as Int32Array;
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let i = begin; i < end; i++) {
    const xi = x[i];
    const start = rowStart[i];
    const stop = rowStart[i + 1];
    if (start === stop) continue;
    first = Math.min(first, colIndex[start]);
    last = Math.max(last, colIndex[stop - 1] + 1);
    for (let k = start; k < stop; k++) {
      const at = own + colIndex[k];
      sums[at] = sums[at] + values[k] * xi;
    }
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

import type { FormatArrays } from '@spmv/kernel-kit';
import type { SpmmJsArguments } from './operands.ts';

/*
 * A worker has `width` sums of each column of A, side by side, for the vectors `from` … `from` + `count` of one sweep. In `touched` it has the first column that
 * it adds to, and the one after the last: sums of others are neither cleared nor added up.
 */

const TOUCHED = 16;

/** First pass, for workers begin … end: no sums yet; those of the product before are zeroed. */
export function clearSums({ scratch, cols, numbers, begin, end }: SpmmJsArguments): void {
  const width = numbers['width'];
  const sums = scratch['sums'] as Float64Array;
  const touched = scratch['touched'] as Int32Array;
  for (let w = begin; w < end; w++) {
    const [least, most] = [touched[TOUCHED * w], touched[TOUCHED * w + 1]];
    if (most > least) sums.fill(0, (w * cols + least) * width, (w * cols + most) * width);
    touched[TOUCHED * w] = 0x7fffffff;
    touched[TOUCHED * w + 1] = 0;
  }
}

/** Second pass, over rows begin … end: adds aᵢⱼ·(row i of X) to the worker's own sums of column j. */
export function addRows(range: SpmmJsArguments<FormatArrays['csr']>): void {
  const { arrays, scratch, X, cols, numbers, worker, begin, end } = range;
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'] as Float64Array;
  const width = numbers['width'];
  const count = numbers['count'];
  const xRow = numbers['X.row'];
  const xCol = numbers['X.col'];
  const touched = scratch['touched'] as Int32Array;
  const own = worker * cols * width;
  for (let i = begin; i < end; i++) {
    const first = rowStart[i];
    const last = rowStart[i + 1];
    if (first === last) continue;
    touched[TOUCHED * worker] = Math.min(touched[TOUCHED * worker], colIndex[first]);
    touched[TOUCHED * worker + 1] = Math.max(touched[TOUCHED * worker + 1], colIndex[last - 1] + 1);
    let from = i * xRow + numbers['from'] * xCol;
    let j = 0;
    for (; j + 4 <= count; j += 4) {
      const x0 = X[from];
      const x1 = X[from + xCol];
      const x2 = X[from + 2 * xCol];
      const x3 = X[from + 3 * xCol];
      from += 4 * xCol;
      for (let e = first; e < last; e++) {
        const a = values[e];
        const at = own + colIndex[e] * width + j;
        sums[at] = sums[at] + a * x0;
        sums[at + 1] = sums[at + 1] + a * x1;
        sums[at + 2] = sums[at + 2] + a * x2;
        sums[at + 3] = sums[at + 3] + a * x3;
      }
    }
    for (; j < count; j++, from += xCol) {
      const x = X[from];
      for (let e = first; e < last; e++) {
        const at = own + colIndex[e] * width + j;
        sums[at] = sums[at] + values[e] * x;
      }
    }
  }
}

/** Last pass, over columns begin … end: the sums of all workers in their order, so that results repeat. */
export function reduceSums({ scratch, Y, cols, numbers, workers, alpha, beta, begin, end }: SpmmJsArguments): void {
  const sums = scratch['sums'] as Float64Array;
  const width = numbers['width'];
  const count = numbers['count'];
  const yRow = numbers['Y.row'];
  const yCol = numbers['Y.col'];
  const each = cols * width;
  const touched = scratch['touched'] as Int32Array;
  for (let i = begin; i < end; i++) {
    let to = i * yRow + numbers['from'] * yCol;
    for (let j = 0; j < count; j++, to += yCol) {
      let sum = 0;
      for (let w = 0, at = i * width + j; w < workers; w++, at += each)
        if (i >= touched[TOUCHED * w] && i < touched[TOUCHED * w + 1]) sum += sums[at];
      Y[to] = beta === 0 ? alpha * sum : alpha * sum + beta * Y[to];
    }
  }
}

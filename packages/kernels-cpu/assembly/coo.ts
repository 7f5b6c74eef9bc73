import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { clearPartialSums, setHead, setTail } from '@spmv/kernel-kit/assembly/split-row';
import { dot } from '@spmv/kernel-kit/assembly/dot';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { zero } from '@spmv/kernel-kit/assembly/numbers';
import { runEnd } from './lib/run-end';

/**
 * Entries begin … end − 1 of sorted COO. The range writes the rows that begin in it and the empty rows before each of them (after
 * the last, too, when it ends the matrix); partial sums of rows split by its ends go to `partialSums`.
 */
// @ts-ignore: decorator
@inline
export function coo<T>(
  rowIndex: usize, colIndex: usize, values: usize, x: usize, y: usize, partialSums: usize,
  rows: i32, nnz: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(rowIndex, begin, end, 2);
  clearPartialSums(partialSums);
  let next = begin > 0 ? load<i32>(rowIndex + (<usize>(begin - 1) << 2)) + 1 : 0;
  let k = begin;
  while (k < end) {
    const i = load<i32>(rowIndex + (<usize>k << 2));
    for (; next < i; next++) finishRow<T>(y, next, zero<T>(), alpha, beta);
    const stop = runEnd(rowIndex, i, k, end);
    const sum = dot<T>(colIndex, values, x, k, stop);
    k = stop;
    if (i < next) setHead<T>(partialSums, i, sum);
    else if (k == end && end < nnz && load<i32>(rowIndex + (<usize>end << 2)) == i) setTail<T>(partialSums, i, sum);
    else finishRow<T>(y, i, sum, alpha, beta);
    next = i + 1;
  }
  if (end == nnz) for (; next < rows; next++) finishRow<T>(y, next, zero<T>(), alpha, beta);
}

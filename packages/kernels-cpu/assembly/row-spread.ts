import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { rowEnd } from '@spmv/kernel-kit/assembly/row-end';
import { scatter, sumsOf, touch } from '@spmv/kernel-kit/assembly/worker-sums';
import { runEnd } from './lib/run-end';

/** Entries begin … end − 1 of one row add x times their values to the worker's sums of columns. */
// @ts-ignore: decorator
@inline
function spreadRow<T, A>(colIndex: usize, values: usize, own: usize, touched: usize, worker: i32, x: T, begin: i32, end: i32): void {
  if (begin >= end) return;
  touch(touched, worker, load<i32>(element<i32>(colIndex, begin)), load<i32>(element<i32>(colIndex, end - 1)) + 1);
  scatter<T, A>(colIndex, values, own, x, begin, end);
}

/** Rows begin … end − 1 of padded CSR. */
// @ts-ignore: decorator
@inline
export function csrPaddedTransposed<T, A = T>(rowStart: usize, colIndex: usize, values: usize, x: usize, sums: usize, touched: usize, stride: i32, worker: i32, begin: i32, end: i32): void {
  checkRange(rowStart, begin, end + 1, 2);
  const own = sumsOf<T>(sums, worker, stride);
  for (let i = begin; i < end; i++) {
    const start = load<i32>(rowStart + (<usize>i << 2));
    const stop = rowEnd(colIndex, start, load<i32>(rowStart + (<usize>i << 2), 4));
    spreadRow<T, A>(colIndex, values, own, touched, worker, load<T>(element<T>(x, i)), start, stop);
  }
}

/** Entries begin … end − 1 of COO, run by run of a row. */
// @ts-ignore: decorator
@inline
export function cooTransposed<T, A = T>(rowIndex: usize, colIndex: usize, values: usize, x: usize, sums: usize, touched: usize, stride: i32, worker: i32, begin: i32, end: i32): void {
  checkRange(rowIndex, begin, end, 2);
  const own = sumsOf<T>(sums, worker, stride);
  for (let k = begin; k < end;) {
    const i = load<i32>(rowIndex + (<usize>k << 2));
    const stop = runEnd(rowIndex, i, k, end);
    spreadRow<T, A>(colIndex, values, own, touched, worker, load<T>(element<T>(x, i)), k, stop);
    k = stop;
  }
}

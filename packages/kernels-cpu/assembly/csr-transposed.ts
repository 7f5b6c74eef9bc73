import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { scatter, sumsOf, touch } from '@spmv/kernel-kit/assembly/worker-sums';

/** Rows begin … end − 1 add xᵢ times their entries to the worker's sums of columns. */
// @ts-ignore: decorator
@inline
export function csrTransposed<T, A = T>(rowStart: usize, colIndex: usize, values: usize, x: usize, sums: usize, touched: usize, stride: i32, worker: i32, begin: i32, end: i32): void {
  if (begin >= end) return;
  checkRange(rowStart, begin, end + 1, 2);
  checkRange(x, begin, end, alignof<T>());
  const own = sumsOf<T>(sums, worker, stride);
  let first = i32.MAX_VALUE;
  let last = 0;
  let start = load<i32>(rowStart + (<usize>begin << 2));
  for (let i = begin; i < end; i++) {
    const stop = load<i32>(rowStart + (<usize>i << 2), 4);
    if (start < stop) {
      first = min(first, load<i32>(element<i32>(colIndex, start)));
      last = max(last, load<i32>(element<i32>(colIndex, stop - 1)) + 1);
      scatter<T, A>(colIndex, values, own, load<T>(x + (<usize>i << alignof<T>())), start, stop);
      start = stop;
    }
  }
  if (first < last) touch(touched, worker, first, last);
}

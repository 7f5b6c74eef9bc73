import { element } from '@spmv/kernel-kit/assembly/checked';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';

// @ts-ignore: decorator
@inline
function product<T>(colIndex: usize, values: usize, x: usize, k: i32): T {
  return <T>(load<T>(element<T>(values, k)) * load<T>(element<T>(x, load<i32>(element<i32>(colIndex, k)))));
}

/** Rows begin … end − 1 of y ← αAx + βy; sums in the precision of the values. */
// @ts-ignore: decorator
@inline
export function pairwise<T>(
  rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32,
): void {
  for (let i = begin; i < end; i++) {
    const last = load<i32>(element<i32>(rowStart, i + 1));
    let k = load<i32>(element<i32>(rowStart, i));
    let even: T = <T>0;
    let odd: T = <T>0;
    for (; k + 1 < last; k += 2) {
      even = <T>(even + product<T>(colIndex, values, x, k));
      odd = <T>(odd + product<T>(colIndex, values, x, k + 1));
    }
    if (k < last) even = <T>(even + product<T>(colIndex, values, x, k));
    finishRow<T>(y, i, <T>(even + odd), alpha, beta);
  }
}

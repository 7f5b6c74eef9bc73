import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { dot } from '@spmv/kernel-kit/assembly/dot';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { rowEnd } from '@spmv/kernel-kit/assembly/row-end';

/** CSR whose rows end in padding of column −1, over rows begin … end − 1. Padding is skipped, never multiplied. */
// @ts-ignore: decorator
@inline
export function csrPadded<T>(rowStart: usize, colIndex: usize, values: usize, x: usize, y: usize, alpha: T, beta: T, begin: i32, end: i32): void {
  checkRange(rowStart, begin, end + 1, 2);
  let k = load<i32>(element<i32>(rowStart, begin));
  for (let i = begin; i < end; i++) {
    const last = load<i32>(rowStart + (<usize>i << 2), 4);
    finishRow<T>(y, i, dot<T>(colIndex, values, x, k, rowEnd(colIndex, k, last)), alpha, beta);
    k = last;
  }
}

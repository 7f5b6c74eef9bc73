import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { columnRows, finish, GROUP } from './lib/column-rows';
import { dot } from '@spmv/kernel-kit/assembly/dot';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';

/** The shortest of the rows i … i + 7. */
// @ts-ignore: decorator
@inline
function shortest(rowLength: usize, i: i32): i32 {
  const address = rowLength + (<usize>i << 2);
  let least = i32x4.min_s(v128.load(address), v128.load(address, 16));
  least = i32x4.min_s(least, i8x16.shuffle(least, least, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return min(i32x4.extract_lane(least, 0), i32x4.extract_lane(least, 1));
}

/** ELLPACK-R in column order over rows begin … end − 1 (Vázquez et al. §IV), eight rows at a time. */
// @ts-ignore: decorator
@inline
export function ellpackRColumn<T>(rowLength: usize, colIndex: usize, values: usize, x: usize, y: usize, stride: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  checkRange(rowLength, begin, end, 2);
  let i = begin;
  for (; i + GROUP <= end; i += GROUP) {
    columnRows<T>(colIndex, values, x, y, rowLength, i, shortest(rowLength, i), 0, stride, alpha, beta);
  }
  for (; i < end; i++) finish<T>(colIndex, values, x, y, rowLength, i, 0, 0, stride, 0, alpha, beta);
}

/** ELLPACK-R in row order over rows begin … end − 1: the places of a row as in CSR. */
// @ts-ignore: decorator
@inline
export function ellpackRRow<T>(rowLength: usize, colIndex: usize, values: usize, x: usize, y: usize, stride: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  checkRange(rowLength, begin, end, 2);
  for (let i = begin; i < end; i++) {
    const first = i * stride;
    finishRow<T>(y, i, dot<T>(colIndex, values, x, first, first + load<i32>(rowLength + (<usize>i << 2))), alpha, beta);
  }
}

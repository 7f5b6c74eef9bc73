import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { columnRows, finish } from './lib/column-rows';
import { group } from '@spmv/kernel-kit/assembly/eight-rows';
import { dot } from '@spmv/kernel-kit/assembly/dot';
import { zero } from '@spmv/kernel-kit/assembly/numbers';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';

/** The shortest of the rows that are taken together from i on. */
// @ts-ignore: decorator
@inline
function shortest<T>(rowLength: usize, i: i32): i32 {
  const address = rowLength + (<usize>i << 2);
  let least = v128.load(address);
  if (group<T>() == 8) least = i32x4.min_s(least, v128.load(address, 16));
  least = i32x4.min_s(least, i8x16.shuffle(least, least, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return min(i32x4.extract_lane(least, 0), i32x4.extract_lane(least, 1));
}

/** ELLPACK-R in column order over rows begin … end − 1 (Vázquez et al. §IV), eight rows at a time or four. */
// @ts-ignore: decorator
@inline
export function ellpackRColumn<T>(rowLength: usize, colIndex: usize, values: usize, x: usize, y: usize, stride: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  checkRange(rowLength, begin, end, 2);
  let i = begin;
  for (; i + group<T>() <= end; i += group<T>()) {
    columnRows<T>(colIndex, values, x, y, rowLength, i, shortest<T>(rowLength, i), 0, stride, alpha, beta);
  }
  for (; i < end; i++) finish<T>(colIndex, values, x, y, rowLength, i, 0, 0, stride, zero<T>(), alpha, beta);
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

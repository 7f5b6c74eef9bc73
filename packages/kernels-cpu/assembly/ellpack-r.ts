import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { columnRows, finish } from './lib/column-rows';
import { group } from '@spmv/kernel-kit/assembly/eight-rows';
import { dot } from '@spmv/kernel-kit/assembly/dot';
import { zero } from '@spmv/kernel-kit/assembly/numbers';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';

/** The least of the numbers in a vector. */
// @ts-ignore: decorator
@inline
function least(numbers: v128): i32 {
  const two = i32x4.min_s(numbers, i8x16.shuffle(numbers, numbers, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return min(i32x4.extract_lane(two, 0), i32x4.extract_lane(two, 1));
}

/** ELLPACK-R in column order over rows begin … end − 1 (Vázquez et al. §IV), eight rows at a time or four. */
// @ts-ignore: decorator
@inline
export function ellpackRColumn<T>(rowLength: usize, colIndex: usize, values: usize, x: usize, y: usize, stride: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  checkRange(rowLength, begin, end, 2);
  let i = begin;
  for (; i + group<T>() <= end; i += group<T>()) {
    const lengths = v128.load(rowLength + (<usize>i << 2));
    const others = group<T>() == 8 ? v128.load(rowLength + (<usize>i << 2), 16) : lengths;
    const shortest = least(i32x4.min_s(lengths, others));
    const isWhole = !v128.any_true(v128.or(v128.xor(lengths, i32x4.splat(shortest)), v128.xor(others, i32x4.splat(shortest))));
    columnRows<T>(colIndex, values, x, y, rowLength, i, shortest, isWhole, 0, stride, alpha, beta);
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

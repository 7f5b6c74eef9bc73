import { checkRange } from '@spmv/kernel-kit/assembly/checked';
import { columnRows, finish } from './lib/column-rows';
import { group } from '@spmv/kernel-kit/assembly/eight-rows';
import { dot } from '@spmv/kernel-kit/assembly/dot';
import { paddingIn } from '@spmv/kernel-kit/assembly/gather';
import { zero } from '@spmv/kernel-kit/assembly/numbers';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { rowEnd } from '@spmv/kernel-kit/assembly/row-end';

/** Places that all of the rows store that are taken together from i on, in column order: up to the first padding of any of them. */
// @ts-ignore: decorator
@inline
function commonPlaces<T>(colIndex: usize, i: i32, width: i32, stride: i32): i32 {
  let place = 0;
  let c = colIndex + (<usize>i << 2);
  const next = <usize>stride << 2;
  checkRange(colIndex, i, width > 0 ? i + (width - 1) * stride + group<T>() : i, 2);
  while (place < width && !paddingIn(c, group<T>())) {
    place++;
    c += next;
  }
  return place;
}

/** ELLPACK in column order over rows begin … end − 1 (Vázquez et al. §III.C), eight rows at a time or four. */
// @ts-ignore: decorator
@inline
export function ellpackColumn<T>(colIndex: usize, values: usize, x: usize, y: usize, width: i32, stride: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  let i = begin;
  for (; i + group<T>() <= end; i += group<T>()) {
    const common = commonPlaces<T>(colIndex, i, width, stride);
    columnRows<T>(colIndex, values, x, y, 0, i, common, common == width, width, stride, alpha, beta);
  }
  for (; i < end; i++) finish<T>(colIndex, values, x, y, 0, i, 0, width, stride, zero<T>(), alpha, beta);
}

/** ELLPACK in row order over rows begin … end − 1 (Fraga 2018): the places of a row as in CSR, up to its padding. */
// @ts-ignore: decorator
@inline
export function ellpackRow<T>(colIndex: usize, values: usize, x: usize, y: usize, width: i32, stride: i32, alpha: T, beta: T, begin: i32, end: i32): void {
  for (let i = begin; i < end; i++) {
    const first = i * stride;
    finishRow<T>(y, i, dot<T>(colIndex, values, x, first, rowEnd(colIndex, first, first + width)), alpha, beta);
  }
}

import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { group, sumOfRow } from '@spmv/kernel-kit/assembly/eight-rows';
import { finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { addProducts } from '@spmv/kernel-kit/assembly/gather';
import { lanes } from '@spmv/kernel-kit/assembly/lanes';
import { plusProduct } from '@spmv/kernel-kit/assembly/numbers';

/**
 * Places 0 … common − 1 of the rows from i on that are taken together, which all of them store, in vectors over the rows; then each row's own rest up to
 * `length`, or up to its first padding where `length` is not given (0 as address).
 */
// @ts-ignore: decorator
@inline
export function columnRows<T>(
  colIndex: usize, values: usize, x: usize, y: usize, rowLength: usize,
  i: i32, common: i32, width: i32, stride: i32, alpha: T, beta: T,
): void {
  checkRange(colIndex, i, common > 0 ? i + (common - 1) * stride + group<T>() : i, 2);
  checkRange(values, i, common > 0 ? i + (common - 1) * stride + group<T>() : i, alignof<T>());
  let c = colIndex + (<usize>i << 2);
  let v = values + (<usize>i << alignof<T>());
  const nextColumns = <usize>stride << 2;
  const nextValues = <usize>stride << alignof<T>();
  let sum0 = i64x2.splat(0);
  let sum1 = i64x2.splat(0);
  let sum2 = i64x2.splat(0);
  let sum3 = i64x2.splat(0);
  for (let place = 0; place < common; place++) {
    sum0 = addProducts<T>(sum0, v, c, x);
    sum1 = addProducts<T>(sum1, v + 16, c + (lanes<T>() << 2), x);
    if (sizeof<T>() >= 8) {
      sum2 = addProducts<T>(sum2, v + 32, c + (lanes<T>() << 3), x);
      sum3 = addProducts<T>(sum3, v + 48, c + 12 * lanes<T>(), x);
    }
    c += nextColumns;
    v += nextValues;
  }
  finish<T>(colIndex, values, x, y, rowLength, i, common, width, stride, sumOfRow<T>(sum0, sum1, sum2, sum3, 0), alpha, beta);
  finish<T>(colIndex, values, x, y, rowLength, i + 1, common, width, stride, sumOfRow<T>(sum0, sum1, sum2, sum3, 1), alpha, beta);
  finish<T>(colIndex, values, x, y, rowLength, i + 2, common, width, stride, sumOfRow<T>(sum0, sum1, sum2, sum3, 2), alpha, beta);
  finish<T>(colIndex, values, x, y, rowLength, i + 3, common, width, stride, sumOfRow<T>(sum0, sum1, sum2, sum3, 3), alpha, beta);
  if (group<T>() == 4) return;
  finish<T>(colIndex, values, x, y, rowLength, i + 4, common, width, stride, sumOfRow<T>(sum0, sum1, sum2, sum3, 4), alpha, beta);
  finish<T>(colIndex, values, x, y, rowLength, i + 5, common, width, stride, sumOfRow<T>(sum0, sum1, sum2, sum3, 5), alpha, beta);
  finish<T>(colIndex, values, x, y, rowLength, i + 6, common, width, stride, sumOfRow<T>(sum0, sum1, sum2, sum3, 6), alpha, beta);
  finish<T>(colIndex, values, x, y, rowLength, i + 7, common, width, stride, sumOfRow<T>(sum0, sum1, sum2, sum3, 7), alpha, beta);
}

/** Places `place` … of one row in column order added to `sum`, and its y written. */
export function finish<T>(
  colIndex: usize, values: usize, x: usize, y: usize, rowLength: usize,
  i: i32, place: i32, width: i32, stride: i32, sum: T, alpha: T, beta: T,
): void {
  const length = rowLength == 0 ? width : load<i32>(element<i32>(rowLength, i));
  for (; place < length; place++) {
    const slot = i + place * stride;
    const j = load<i32>(element<i32>(colIndex, slot));
    if (j < 0) break;
    sum = plusProduct<T>(sum, load<T>(element<T>(values, slot)), load<T>(element<T>(x, j)));
  }
  finishRow<T>(y, i, sum, alpha, beta);
}

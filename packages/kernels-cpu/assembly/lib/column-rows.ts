import { checkRange, element, span } from '@spmv/kernel-kit/assembly/checked';
import { group, sumOfRow } from '@spmv/kernel-kit/assembly/eight-rows';
import { finishLanes, finishRow } from '@spmv/kernel-kit/assembly/finish-row';
import { gather } from '@spmv/kernel-kit/assembly/gather';
import { joined, lanes, maddCrossed, maddEqual } from '@spmv/kernel-kit/assembly/lanes';
import { plusProduct } from '@spmv/kernel-kit/assembly/numbers';

/**
 * Places 0 … common − 1 of the rows from i on that are taken together, which all of them store, in vectors over the rows; then each row's own rest up to
 * `length`, or up to its first padding where `length` is not given (0 as address). `isWhole`: the rows have no more than these.
 */
// @ts-ignore: decorator
@inline
export function columnRows<T>(
  colIndex: usize, values: usize, x: usize, y: usize, rowLength: usize,
  i: i32, common: i32, isWhole: bool, width: i32, stride: i32, alpha: T, beta: T,
): void {
  checkRange(colIndex, i, common > 0 ? i + (common - 1) * stride + group<T>() : i, 2);
  checkRange(values, i, common > 0 ? i + (common - 1) * stride + group<T>() : i, alignof<T>());
  let c = colIndex + (<usize>i << 2);
  let v = values + (<usize>i << alignof<T>());
  const nextColumns = <usize>stride << 2;
  const nextValues = <usize>stride << alignof<T>();
  let sum0 = i64x2.splat(0);
  let sum1 = sum0, sum2 = sum0, sum3 = sum0;
  let crossed0 = sum0, crossed1 = sum0, crossed2 = sum0, crossed3 = sum0;
  for (let place = 0; place < common; place++) {
    const value0 = v128.load(v), met0 = gather<T>(x, c);
    sum0 = maddEqual<T>(value0, met0, sum0);
    crossed0 = maddCrossed<T>(value0, met0, crossed0);
    const value1 = v128.load(v, 16), met1 = gather<T>(x, c + (lanes<T>() << 2));
    sum1 = maddEqual<T>(value1, met1, sum1);
    crossed1 = maddCrossed<T>(value1, met1, crossed1);
    if (sizeof<T>() >= 8) {
      const value2 = v128.load(v, 32), met2 = gather<T>(x, c + (lanes<T>() << 3));
      sum2 = maddEqual<T>(value2, met2, sum2);
      crossed2 = maddCrossed<T>(value2, met2, crossed2);
      const value3 = v128.load(v, 48), met3 = gather<T>(x, c + 12 * lanes<T>());
      sum3 = maddEqual<T>(value3, met3, sum3);
      crossed3 = maddCrossed<T>(value3, met3, crossed3);
    }
    c += nextColumns;
    v += nextValues;
  }
  sum0 = joined<T>(sum0, crossed0);
  sum1 = joined<T>(sum1, crossed1);
  sum2 = joined<T>(sum2, crossed2);
  sum3 = joined<T>(sum3, crossed3);
  if (isWhole) {
    const to = span<T>(y, i, group<T>());
    finishLanes<T>(to, sum0, alpha, beta);
    finishLanes<T>(to + 16, sum1, alpha, beta);
    if (sizeof<T>() < 8) return;
    finishLanes<T>(to + 32, sum2, alpha, beta);
    finishLanes<T>(to + 48, sum3, alpha, beta);
    return;
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

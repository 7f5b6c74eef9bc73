import { checkRange, element } from './checked';
import { finishRow } from './finish-row';
import { gather2, gather4 } from './gather';
import { maddF32, maddF64 } from './madd';

/** Eight neighbouring rows of an ELLPACK matrix in column order, place k of row i at slot i + k·stride. */
// @ts-ignore: decorator
@inline
export const GROUP: i32 = 8;

/**
 * Places 0 … common − 1 of the rows i … i + 7, which all of them store, in vectors over the rows; then each row's own rest up to
 * `length`, or up to its first padding where `length` is not given (0 as address).
 */
// @ts-ignore: decorator
@inline
export function columnRows<T>(
  colIndex: usize, values: usize, x: usize, y: usize, rowLength: usize,
  i: i32, common: i32, width: i32, stride: i32, alpha: T, beta: T,
): void {
  checkRange(colIndex, i, common > 0 ? i + (common - 1) * stride + GROUP : i, 2);
  checkRange(values, i, common > 0 ? i + (common - 1) * stride + GROUP : i, alignof<T>());
  let c = colIndex + (<usize>i << 2);
  let v = values + (<usize>i << alignof<T>());
  const nextColumns = <usize>stride << 2;
  const nextValues = <usize>stride << alignof<T>();
  let sum0 = i64x2.splat(0);
  let sum1 = i64x2.splat(0);
  let sum2 = i64x2.splat(0);
  let sum3 = i64x2.splat(0);
  for (let place = 0; place < common; place++) {
    if (sizeof<T>() == 8) {
      sum0 = maddF64(v128.load(v), gather2(x, c), sum0);
      sum1 = maddF64(v128.load(v, 16), gather2(x, c + 8), sum1);
      sum2 = maddF64(v128.load(v, 32), gather2(x, c + 16), sum2);
      sum3 = maddF64(v128.load(v, 48), gather2(x, c + 24), sum3);
    } else {
      sum0 = maddF32(v128.load(v), gather4(x, c), sum0);
      sum1 = maddF32(v128.load(v, 16), gather4(x, c + 16), sum1);
    }
    c += nextColumns;
    v += nextValues;
  }
  if (sizeof<T>() == 8) {
    finish<T>(colIndex, values, x, y, rowLength, i, common, width, stride, <T>f64x2.extract_lane(sum0, 0), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 1, common, width, stride, <T>f64x2.extract_lane(sum0, 1), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 2, common, width, stride, <T>f64x2.extract_lane(sum1, 0), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 3, common, width, stride, <T>f64x2.extract_lane(sum1, 1), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 4, common, width, stride, <T>f64x2.extract_lane(sum2, 0), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 5, common, width, stride, <T>f64x2.extract_lane(sum2, 1), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 6, common, width, stride, <T>f64x2.extract_lane(sum3, 0), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 7, common, width, stride, <T>f64x2.extract_lane(sum3, 1), alpha, beta);
  } else {
    finish<T>(colIndex, values, x, y, rowLength, i, common, width, stride, <T>f32x4.extract_lane(sum0, 0), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 1, common, width, stride, <T>f32x4.extract_lane(sum0, 1), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 2, common, width, stride, <T>f32x4.extract_lane(sum0, 2), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 3, common, width, stride, <T>f32x4.extract_lane(sum0, 3), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 4, common, width, stride, <T>f32x4.extract_lane(sum1, 0), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 5, common, width, stride, <T>f32x4.extract_lane(sum1, 1), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 6, common, width, stride, <T>f32x4.extract_lane(sum1, 2), alpha, beta);
    finish<T>(colIndex, values, x, y, rowLength, i + 7, common, width, stride, <T>f32x4.extract_lane(sum1, 3), alpha, beta);
  }
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
    sum = <T>(sum + load<T>(element<T>(values, slot)) * load<T>(element<T>(x, j)));
  }
  finishRow<T>(y, i, sum, alpha, beta);
}

import { dot } from './lib/dot';
import { finishRow } from './lib/finish-row';
import { add2, add4, paddingIn4 } from './lib/lanes';

/** The overflow of row i, which has some only when all `width` places were taken, added to `sum`; then its y. */
// @ts-ignore: decorator
@inline
function finish<T>(overflowStart: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize, i: i32, sum: T, alpha: T, beta: T): void {
  const first = load<i32>(overflowStart + (<usize>i << 2));
  const last = load<i32>(overflowStart + (<usize>i << 2), 4);
  if (first < last) sum = dot<T>(cooColIndex, cooValues, x, first, last, sum);
  finishRow<T>(y, i, sum, alpha, beta);
}

/** Places `place` … of row i in column order up to its first padding added to `sum`, then its overflow. */
function rest<T>(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, i: i32, place: i32, sum: T, alpha: T, beta: T,
): void {
  let slot = i + place * stride;
  for (; place < width; place++) {
    const j = load<i32>(ellColIndex + (<usize>slot << 2));
    if (j < 0) {
      finishRow<T>(y, i, sum, alpha, beta);
      return;
    }
    sum = <T>(sum + load<T>(ellValues + (<usize>slot << alignof<T>())) * load<T>(x + (<usize>j << alignof<T>())));
    slot += stride;
  }
  finish<T>(overflowStart, cooColIndex, cooValues, x, y, i, sum, alpha, beta);
}

/** Column order: eight neighbouring rows together as long as none has ended, then one by one. */
// @ts-ignore: decorator
@inline
function byColumn<T>(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  const nextColumns = <usize>stride << 2;
  const nextValues = <usize>stride << alignof<T>();
  let i = begin;
  for (; i + 8 <= end; i += 8) {
    let c = ellColIndex + (<usize>i << 2);
    let v = ellValues + (<usize>i << alignof<T>());
    let sum0 = i64x2.splat(0);
    let sum1 = i64x2.splat(0);
    let sum2 = i64x2.splat(0);
    let sum3 = i64x2.splat(0);
    let place = 0;
    for (; place < width && !paddingIn4(c) && !paddingIn4(c + 16); place++) {
      if (sizeof<T>() == 8) {
        sum0 = add2(sum0, v, c, x);
        sum1 = add2(sum1, v + 16, c + 8, x);
        sum2 = add2(sum2, v + 32, c + 16, x);
        sum3 = add2(sum3, v + 48, c + 24, x);
      } else {
        sum0 = add4(sum0, v, c, x);
        sum1 = add4(sum1, v + 16, c + 16, x);
      }
      c += nextColumns;
      v += nextValues;
    }
    if (sizeof<T>() == 8) {
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i, place, <T>f64x2.extract_lane(sum0, 0), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 1, place, <T>f64x2.extract_lane(sum0, 1), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 2, place, <T>f64x2.extract_lane(sum1, 0), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 3, place, <T>f64x2.extract_lane(sum1, 1), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 4, place, <T>f64x2.extract_lane(sum2, 0), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 5, place, <T>f64x2.extract_lane(sum2, 1), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 6, place, <T>f64x2.extract_lane(sum3, 0), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 7, place, <T>f64x2.extract_lane(sum3, 1), alpha, beta);
    } else {
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i, place, <T>f32x4.extract_lane(sum0, 0), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 1, place, <T>f32x4.extract_lane(sum0, 1), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 2, place, <T>f32x4.extract_lane(sum0, 2), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 3, place, <T>f32x4.extract_lane(sum0, 3), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 4, place, <T>f32x4.extract_lane(sum1, 0), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 5, place, <T>f32x4.extract_lane(sum1, 1), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 6, place, <T>f32x4.extract_lane(sum1, 2), alpha, beta);
      rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i + 7, place, <T>f32x4.extract_lane(sum1, 3), alpha, beta);
    }
  }
  for (; i < end; i++) rest<T>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, i, 0, 0, alpha, beta);
}

/** First of the places `begin` … `end` − 1 that is padding, else `end`: padding is at the end of a row only. */
// @ts-ignore: decorator
@inline
function rowEnd(colIndex: usize, begin: i32, end: i32): i32 {
  if (begin == end || load<i32>(colIndex + (<usize>(end - 1) << 2)) >= 0) return end;
  let low = begin;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<i32>(colIndex + (<usize>middle << 2)) >= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Row order: the places of a row as in CSR, then its overflow. */
// @ts-ignore: decorator
@inline
function byRow<T>(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  for (let i = begin; i < end; i++) {
    const first = i * stride;
    const sum = dot<T>(ellColIndex, ellValues, x, first, rowEnd(ellColIndex, first, first + width), 0);
    finish<T>(overflowStart, cooColIndex, cooValues, x, y, i, sum, alpha, beta);
  }
}

export function hybColumnF64(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  byColumn<f64>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, alpha, beta, begin, end);
}

export function hybColumnF32(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  byColumn<f32>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, <f32>alpha, <f32>beta, begin, end);
}

export function hybRowF64(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  byRow<f64>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, alpha, beta, begin, end);
}

export function hybRowF32(
  overflowStart: usize, ellColIndex: usize, ellValues: usize, cooColIndex: usize, cooValues: usize, x: usize, y: usize,
  width: i32, stride: i32, alpha: f64, beta: f64, begin: i32, end: i32,
): void {
  byRow<f32>(overflowStart, ellColIndex, ellValues, cooColIndex, cooValues, x, y, width, stride, <f32>alpha, <f32>beta, begin, end);
}

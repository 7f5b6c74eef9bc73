import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { finishAt } from '@spmv/kernel-kit/assembly/finish-row';

/* Elements rowOrder[begin] … rowOrder[end − 1] of vectors. */

// @ts-ignore: decorator
@inline
function term<T>(a: usize, b: usize, place: usize): f64 {
  const i = load<i32>(place);
  return <f64>load<T>(element<T>(a, i)) * <f64>load<T>(element<T>(b, i));
}

/** Σ a[i]·b[i]: four sums. */
// @ts-ignore: decorator
@inline
export function dotOfOrdered<T>(a: usize, b: usize, rowOrder: usize, begin: i32, end: i32): f64 {
  checkRange(rowOrder, begin, end, 2);
  let place = rowOrder + (<usize>begin << 2);
  const last = rowOrder + (<usize>end << 2);
  let sum0: f64 = 0;
  let sum1: f64 = 0;
  let sum2: f64 = 0;
  let sum3: f64 = 0;
  for (; place + 16 <= last; place += 16) {
    sum0 += term<T>(a, b, place);
    sum1 += term<T>(a, b, place + 4);
    sum2 += term<T>(a, b, place + 8);
    sum3 += term<T>(a, b, place + 12);
  }
  for (; place < last; place += 4) sum0 += term<T>(a, b, place);
  return sum0 + sum1 + (sum2 + sum3);
}

/** w[i] ← factor·y[i] + delta·w[i]; w is not read when delta is 0. */
// @ts-ignore: decorator
@inline
export function updateOrdered<T>(y: usize, w: usize, rowOrder: usize, factor: T, delta: T, begin: i32, end: i32): void {
  for (let place = begin; place < end; place++) {
    const i = load<i32>(element<i32>(rowOrder, place));
    finishAt<T>(element<T>(w, i), load<T>(element<T>(y, i)), factor, delta);
  }
}

/** y[i] ← beta·y[i], and 0 without reading it when beta is 0. */
// @ts-ignore: decorator
@inline
export function scaleOrdered<T>(y: usize, rowOrder: usize, beta: T, begin: i32, end: i32): void {
  for (let place = begin; place < end; place++) finishAt<T>(element<T>(y, load<i32>(element<i32>(rowOrder, place))), 0, 0, beta);
}

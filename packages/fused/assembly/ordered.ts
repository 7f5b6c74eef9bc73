import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { finishAt } from '@spmv/kernel-kit/assembly/finish-row';
import { zero } from '@spmv/kernel-kit/assembly/numbers';
import { imaginaryOf, putSum, realOf } from './terms';

/* Elements rowOrder[begin] … rowOrder[end − 1] of vectors. */

/** Σ b̄[i]·a[i], which is real where b is a: four sums. */
// @ts-ignore: decorator
@inline
export function dotOfOrdered<T>(a: usize, b: usize, rowOrder: usize, begin: i32, end: i32, sums: usize): void {
  checkRange(rowOrder, begin, end, 2);
  let real0: f64 = 0, real1: f64 = 0, real2: f64 = 0, real3: f64 = 0;
  let imaginary0: f64 = 0, imaginary1: f64 = 0;
  let place = rowOrder + (<usize>begin << 2);
  const last = rowOrder + (<usize>end << 2);
  for (; place + 16 <= last; place += 16) {
    const i0 = load<i32>(place), i1 = load<i32>(place, 4), i2 = load<i32>(place, 8), i3 = load<i32>(place, 12);
    const a0 = load<T>(element<T>(a, i0)), a1 = load<T>(element<T>(a, i1)), a2 = load<T>(element<T>(a, i2)), a3 = load<T>(element<T>(a, i3));
    const b0 = load<T>(element<T>(b, i0)), b1 = load<T>(element<T>(b, i1)), b2 = load<T>(element<T>(b, i2)), b3 = load<T>(element<T>(b, i3));
    real0 += realOf<T>(a0, b0);
    real1 += realOf<T>(a1, b1);
    real2 += realOf<T>(a2, b2);
    real3 += realOf<T>(a3, b3);
    imaginary0 += imaginaryOf<T>(a0, b0) + imaginaryOf<T>(a1, b1);
    imaginary1 += imaginaryOf<T>(a2, b2) + imaginaryOf<T>(a3, b3);
  }
  for (; place < last; place += 4) {
    const i = load<i32>(place);
    real0 += realOf<T>(load<T>(element<T>(a, i)), load<T>(element<T>(b, i)));
    imaginary0 += imaginaryOf<T>(load<T>(element<T>(a, i)), load<T>(element<T>(b, i)));
  }
  putSum<T>(sums, real0 + real1 + (real2 + real3), a == b ? 0 : imaginary0 + imaginary1);
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
  for (let place = begin; place < end; place++) finishAt<T>(element<T>(y, load<i32>(element<i32>(rowOrder, place))), zero<T>(), zero<T>(), beta);
}

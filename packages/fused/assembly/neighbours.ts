import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { finishAt, finishLanes } from '@spmv/kernel-kit/assembly/finish-row';
import { add, lanes, madd, splat, total } from '@spmv/kernel-kit/assembly/lanes';
import { partOf, zero } from '@spmv/kernel-kit/assembly/numbers';
import { imaginaryOf, putSum, realOf } from './terms';

/* Elements begin … end − 1 of vectors. */

/** Σ b̄[i]·a[i], which is real where b is a: four vectors of sums. */
// @ts-ignore: decorator
@inline
export function dotOf<T>(a: usize, b: usize, begin: i32, end: i32, sums: usize): void {
  checkRange(a, begin, end, alignof<T>());
  checkRange(b, begin, end, alignof<T>());
  let p = a + (<usize>begin << alignof<T>());
  let q = b + (<usize>begin << alignof<T>());
  const last = a + (<usize>end << alignof<T>());
  let sum0 = splat<T>(zero<T>());
  let sum1 = splat<T>(zero<T>());
  let sum2 = splat<T>(zero<T>());
  let sum3 = splat<T>(zero<T>());
  for (; p + 64 <= last; p += 64) {
    sum0 = madd<T, bool>(v128.load(q), v128.load(p), sum0);
    sum1 = madd<T, bool>(v128.load(q, 16), v128.load(p, 16), sum1);
    sum2 = madd<T, bool>(v128.load(q, 32), v128.load(p, 32), sum2);
    sum3 = madd<T, bool>(v128.load(q, 48), v128.load(p, 48), sum3);
    q += 64;
  }
  const four = total<T>(add<T>(add<T>(sum0, sum1), add<T>(sum2, sum3)));
  let real = partOf<T>(four, 0);
  let imaginary = partOf<T>(four, 1);
  for (; p < last; p += sizeof<T>()) {
    real += realOf<T>(load<T>(p), load<T>(q));
    imaginary += imaginaryOf<T>(load<T>(p), load<T>(q));
    q += sizeof<T>();
  }
  putSum<T>(sums, real, a == b ? 0 : imaginary);
}

/** w[i] ← factor·y[i] + delta·w[i]; w is not read when delta is 0. */
// @ts-ignore: decorator
@inline
export function update<T>(y: usize, w: usize, factor: T, delta: T, begin: i32, end: i32): void {
  checkRange(y, begin, end, alignof<T>());
  checkRange(w, begin, end, alignof<T>());
  let i = begin;
  for (; i + lanes<T>() <= end; i += lanes<T>())
    finishLanes<T>(w + (<usize>i << alignof<T>()), v128.load(y + (<usize>i << alignof<T>())), factor, delta);
  for (; i < end; i++) finishAt<T>(element<T>(w, i), load<T>(element<T>(y, i)), factor, delta);
}

/** y[i] ← beta·y[i], and 0 without reading it when beta is 0. */
// @ts-ignore: decorator
@inline
export function scale<T>(y: usize, beta: T, begin: i32, end: i32): void {
  for (let i = begin; i < end; i++) finishAt<T>(element<T>(y, i), zero<T>(), zero<T>(), beta);
}

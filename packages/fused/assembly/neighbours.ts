import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { finishAt, finishLanes } from '@spmv/kernel-kit/assembly/finish-row';
import { add, lanes, madd, splat, total } from '@spmv/kernel-kit/assembly/lanes';

/* Elements begin … end − 1 of vectors. */

/** Σ a[i]·b[i]: four vectors of sums. */
// @ts-ignore: decorator
@inline
export function dotOf<T>(a: usize, b: usize, begin: i32, end: i32): f64 {
  checkRange(a, begin, end, alignof<T>());
  checkRange(b, begin, end, alignof<T>());
  let p = a + (<usize>begin << alignof<T>());
  let q = b + (<usize>begin << alignof<T>());
  const last = a + (<usize>end << alignof<T>());
  let sum0 = splat<T>(0);
  let sum1 = splat<T>(0);
  let sum2 = splat<T>(0);
  let sum3 = splat<T>(0);
  for (; p + 64 <= last; p += 64) {
    sum0 = madd<T>(v128.load(p), v128.load(q), sum0);
    sum1 = madd<T>(v128.load(p, 16), v128.load(q, 16), sum1);
    sum2 = madd<T>(v128.load(p, 32), v128.load(q, 32), sum2);
    sum3 = madd<T>(v128.load(p, 48), v128.load(q, 48), sum3);
    q += 64;
  }
  let sum = <f64>total<T>(add<T>(add<T>(sum0, sum1), add<T>(sum2, sum3)));
  for (; p < last; p += sizeof<T>()) {
    sum += <f64>load<T>(p) * <f64>load<T>(q);
    q += sizeof<T>();
  }
  return sum;
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
  for (let i = begin; i < end; i++) finishAt<T>(element<T>(y, i), 0, 0, beta);
}

import { checkRange, element } from './checked';
import { gather2, gather4 } from './gather';
import { maddF32, maddF64 } from './madd';

/**
 * Σ values[k]·x[colIndex[k]] over begin ≤ k < end, four entries at a time, then one. f64: two sums of two lanes; f32: one sum of four
 * lanes, kept in f32.
 */
// @ts-ignore: decorator
@inline
export function dot<T>(colIndex: usize, values: usize, x: usize, begin: i32, end: i32): T {
  checkRange(colIndex, begin, end, 2);
  checkRange(values, begin, end, alignof<T>());
  const first = values + (<usize>begin << alignof<T>());
  const last = values + (<usize>end << alignof<T>());
  if (sizeof<T>() == 8) return <T>dotF64(colIndex + (<usize>begin << 2), first, last, x);
  return <T>dotF32(colIndex + (<usize>begin << 2), first, last, x);
}

/** As {@link dot}, over the values at `v` … `last` and the columns from `c`. */
// @ts-ignore: decorator
@inline
function dotF64(c: usize, v: usize, last: usize, x: usize): f64 {
  let sum0 = f64x2.splat(0);
  let sum1 = f64x2.splat(0);
  while (v + 32 <= last) {
    sum0 = maddF64(v128.load(v), gather2(x, c), sum0);
    sum1 = maddF64(v128.load(v, 16), gather2(x, c + 8), sum1);
    v += 32;
    c += 16;
  }
  sum0 = f64x2.add(sum0, sum1);
  return rest<f64>(c, v, last, x, f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1));
}

/** As {@link dot}, over the values at `v` … `last` and the columns from `c`. */
// @ts-ignore: decorator
@inline
function dotF32(c: usize, v: usize, last: usize, x: usize): f32 {
  let sums = f32x4.splat(0);
  while (v + 16 <= last) {
    sums = maddF32(v128.load(v), gather4(x, c), sums);
    v += 16;
    c += 16;
  }
  sums = f32x4.add(sums, i8x16.shuffle(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return rest<f32>(c, v, last, x, f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1));
}

/** `sum` and the products of the at most three values at `v` … `last`, in steps without a loop. */
// @ts-ignore: decorator
@inline
function rest<T>(c: usize, v: usize, last: usize, x: usize, sum: T): T {
  if (v < last) {
    sum = <T>(sum + load<T>(v) * load<T>(element<T>(x, load<i32>(c))));
    if (v + sizeof<T>() < last) {
      sum = <T>(sum + load<T>(v, sizeof<T>()) * load<T>(element<T>(x, load<i32>(c, 4))));
      if (v + 2 * sizeof<T>() < last) sum = <T>(sum + load<T>(v, 2 * sizeof<T>()) * load<T>(element<T>(x, load<i32>(c, 8))));
    }
  }
  return sum;
}

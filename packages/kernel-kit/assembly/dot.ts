import { checkRange, element } from './checked';
import { addProducts, gather } from './gather';
import { add, joined, lanes, maddImaginary, maddReal, total } from './lanes';
import { plusProduct } from './numbers';

/**
 * Σ values[k]·x[colIndex[k]] over begin ≤ k < end, four entries at a time, then one. f64 and complex numbers: two sums of vectors; f32: one sum of four
 * lanes, kept in f32.
 */
// @ts-ignore: decorator
@inline
export function dot<T>(colIndex: usize, values: usize, x: usize, begin: i32, end: i32): T {
  checkRange(colIndex, begin, end, 2);
  checkRange(values, begin, end, alignof<T>());
  let c = colIndex + (<usize>begin << 2);
  let v = values + (<usize>begin << alignof<T>());
  const last = values + (<usize>end << alignof<T>());
  let sum: T;
  if (sizeof<T>() >= 8) {
    let sum0 = f64x2.splat(0);
    let sum1 = f64x2.splat(0);
    let turn0 = f64x2.splat(0);
    let turn1 = f64x2.splat(0);
    while (v + 32 <= last) {
      const met0 = gather<T>(x, c);
      sum0 = maddReal<T>(v, met0, sum0);
      turn0 = maddImaginary<T>(v, met0, turn0);
      const met1 = gather<T>(x, c + (lanes<T>() << 2));
      sum1 = maddReal<T>(v + 16, met1, sum1);
      turn1 = maddImaginary<T>(v + 16, met1, turn1);
      v += 32;
      c += lanes<T>() << 3;
    }
    sum = total<T>(joined<T>(add<T>(sum0, sum1), add<T>(turn0, turn1)));
  } else {
    let sums = f32x4.splat(0);
    while (v + 16 <= last) {
      sums = addProducts<T>(sums, v, c, x);
      v += 16;
      c += 16;
    }
    sum = total<T>(sums);
  }
  return rest<T>(c, v, last, x, sum);
}

/** `sum` and the products of the at most three values at `v` … `last`, in steps without a loop. */
// @ts-ignore: decorator
@inline
function rest<T>(c: usize, v: usize, last: usize, x: usize, sum: T): T {
  if (v < last) {
    sum = plusProduct<T>(sum, load<T>(v), load<T>(element<T>(x, load<i32>(c))));
    if (v + sizeof<T>() < last) {
      sum = plusProduct<T>(sum, load<T>(v, sizeof<T>()), load<T>(element<T>(x, load<i32>(c, 4))));
      if (v + 2 * sizeof<T>() < last) sum = plusProduct<T>(sum, load<T>(v, 2 * sizeof<T>()), load<T>(element<T>(x, load<i32>(c, 8))));
    }
  }
  return sum;
}

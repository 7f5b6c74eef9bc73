import { checkRange, element } from './checked';
import { addProducts, gather } from './gather';
import { add, folded, joined, laneOf, lanes, loadFirst, madd, maddCrossed, maddEqual, total } from './lanes';
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
  if (!isFloat<T>()) return laneOf<T>(complexDot<T>(c, v, last, x), 0);
  let sum: T;
  if (sizeof<T>() == 8) {
    let sum0 = f64x2.splat(0);
    let sum1 = f64x2.splat(0);
    while (v + 32 <= last) {
      const met0 = gather<T>(x, c);
      sum0 = madd<T>(v128.load(v), met0, sum0);
      const met1 = gather<T>(x, c + 8);
      sum1 = madd<T>(v128.load(v, 16), met1, sum1);
      v += 32;
      c += 16;
    }
    sum = total<T>(add<T>(sum0, sum1));
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

/** The same for the complex values at `v` … `last`, in the first lanes of a vector: two vectors at a time, then one, then one number. */
// @ts-ignore: decorator
@inline
export function complexDot<T, A = T>(c: usize, v: usize, last: usize, x: usize): v128 {
  let equal0 = i64x2.splat(0);
  let equal1 = equal0, crossed0 = equal0, crossed1 = equal0;
  for (; v + 32 <= last; v += 32) {
    const value0 = v128.load(v);
    const met0 = gather<T>(x, c);
    equal0 = maddEqual<T>(value0, met0, equal0);
    crossed0 = maddCrossed<T>(value0, met0, crossed0);
    const value1 = v128.load(v, 16);
    const met1 = gather<T>(x, c + (lanes<T>() << 2));
    equal1 = maddEqual<T>(value1, met1, equal1);
    crossed1 = maddCrossed<T>(value1, met1, crossed1);
    c += lanes<T>() << 3;
  }
  if (v + 16 <= last) {
    const value = v128.load(v);
    const met = gather<T>(x, c);
    equal0 = maddEqual<T>(value, met, equal0);
    crossed0 = maddCrossed<T>(value, met, crossed0);
    v += 16;
    c += lanes<T>() << 2;
  }
  if (!isVector<T>() && v < last) {
    const value = loadFirst<T>(v);
    const met = loadFirst<T>(element<T>(x, load<i32>(c)));
    equal1 = maddEqual<T>(value, met, equal1);
    crossed1 = maddCrossed<T>(value, met, crossed1);
  }
  return folded<T>(joined<T, A>(add<T>(equal0, equal1), add<T>(crossed0, crossed1)));
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

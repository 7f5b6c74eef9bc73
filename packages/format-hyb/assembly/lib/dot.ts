import { add2, add4 } from './lanes';

/** sum + Σ values[k]·x[colIndex[k]] over begin ≤ k < end, four entries at a time. */
// @ts-ignore: decorator
@inline
export function dot<T>(colIndex: usize, values: usize, x: usize, begin: i32, end: i32, sum: T): T {
  let k = begin;
  if (k + 4 <= end) {
    let sum0 = i64x2.splat(0);
    let sum1 = i64x2.splat(0);
    for (; k + 4 <= end; k += 4) {
      const c = colIndex + (<usize>k << 2);
      const v = values + (<usize>k << alignof<T>());
      if (sizeof<T>() == 8) {
        sum0 = add2(sum0, v, c, x);
        sum1 = add2(sum1, v + 16, c + 8, x);
      } else {
        sum0 = add4(sum0, v, c, x);
      }
    }
    if (sizeof<T>() == 8) {
      sum0 = f64x2.add(sum0, sum1);
      sum = <T>(sum + <T>(f64x2.extract_lane(sum0, 0) + f64x2.extract_lane(sum0, 1)));
    } else {
      sum0 = f32x4.add(sum0, i8x16.shuffle(sum0, sum0, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
      sum = <T>(sum + <T>(f32x4.extract_lane(sum0, 0) + f32x4.extract_lane(sum0, 1)));
    }
  }
  for (; k < end; k++) sum = <T>(sum + load<T>(values + (<usize>k << alignof<T>())) * load<T>(x + (<usize>load<i32>(colIndex + (<usize>k << 2)) << alignof<T>())));
  return sum;
}

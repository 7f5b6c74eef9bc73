import { element } from './checked';
import { maddAt } from './lanes';

/** The elements of x in the columns at `columns`: as many as a vector has lanes of T. */
// @ts-ignore: decorator
@inline
export function gather<T>(x: usize, columns: usize): v128 {
  if (isVector<T>()) return v128.load(element<T>(x, load<i32>(columns)));
  if (sizeof<T>() == 8) {
    const low = v128.load_zero<f64>(element<f64>(x, load<i32>(columns)));
    return v128.load_lane<f64>(element<f64>(x, load<i32>(columns, 4)), low, 1);
  }
  let found = v128.load_zero<f32>(element<f32>(x, load<i32>(columns)));
  found = v128.load_lane<f32>(element<f32>(x, load<i32>(columns, 4)), found, 1);
  found = v128.load_lane<f32>(element<f32>(x, load<i32>(columns, 8)), found, 2);
  return v128.load_lane<f32>(element<f32>(x, load<i32>(columns, 12)), found, 3);
}

/** sum + a·x over the values at `values` and the columns at `columns`, as many as a vector has lanes of T. */
// @ts-ignore: decorator
@inline
export function addProducts<T>(sum: v128, values: usize, columns: usize, x: usize): v128 {
  return maddAt<T>(values, gather<T>(x, columns), sum);
}

/** Whether one of the columns at `columns`, as many as a constant says, 8 or 4, is padding (−1). */
// @ts-ignore: decorator
@inline
export function paddingIn(columns: usize, many: i32): bool {
  return i32x4.bitmask(many == 4 ? v128.load(columns) : v128.or(v128.load(columns), v128.load(columns, 16))) != 0;
}

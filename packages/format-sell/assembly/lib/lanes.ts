/** Where x is, and a·b + c over lanes: what four neighbouring rows need at one place of theirs. */

/** (x[j₀], x[j₁]) of the two columns at `columns`. */
// @ts-ignore: decorator
@inline
function gather2(x: usize, columns: usize): v128 {
  const low = v128.load_zero<f64>(x + (<usize>load<i32>(columns) << 3));
  return v128.load_lane<f64>(x + (<usize>load<i32>(columns, 4) << 3), low, 1);
}

/** (x[j₀] … x[j₃]) of the four columns at `columns`. */
// @ts-ignore: decorator
@inline
function gather4(x: usize, columns: usize): v128 {
  let lanes = v128.load_zero<f32>(x + (<usize>load<i32>(columns) << 2));
  lanes = v128.load_lane<f32>(x + (<usize>load<i32>(columns, 4) << 2), lanes, 1);
  lanes = v128.load_lane<f32>(x + (<usize>load<i32>(columns, 8) << 2), lanes, 2);
  return v128.load_lane<f32>(x + (<usize>load<i32>(columns, 12) << 2), lanes, 3);
}

/** sum + a·x for two f64 values at `values` and their columns; fused where the module may use relaxed SIMD. */
// @ts-ignore: decorator
@inline
export function add2(sum: v128, values: usize, columns: usize, x: usize): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(v128.load(values), gather2(x, columns), sum);
  return f64x2.add(f64x2.mul(v128.load(values), gather2(x, columns)), sum);
}

/** The same for four f32 values. */
// @ts-ignore: decorator
@inline
export function add4(sum: v128, values: usize, columns: usize, x: usize): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(v128.load(values), gather4(x, columns), sum);
  return f32x4.add(f32x4.mul(v128.load(values), gather4(x, columns)), sum);
}

/** Whether one of the four columns at `columns` is padding (−1). */
// @ts-ignore: decorator
@inline
export function paddingIn4(columns: usize): bool {
  return i32x4.bitmask(v128.load(columns)) != 0;
}

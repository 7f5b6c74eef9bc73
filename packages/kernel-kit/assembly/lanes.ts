/* Vectors of T, two f64 or four f32. */

/** a·b + c in each lane; fused where the module may use relaxed SIMD. */
// @ts-ignore: decorator
@inline
export function madd<T>(a: v128, b: v128, c: v128): v128 {
  if (sizeof<T>() == 8) return ASC_FEATURE_RELAXED_SIMD ? f64x2.relaxed_madd(a, b, c) : f64x2.add(f64x2.mul(a, b), c);
  return ASC_FEATURE_RELAXED_SIMD ? f32x4.relaxed_madd(a, b, c) : f32x4.add(f32x4.mul(a, b), c);
}

/** Lanes of T in a vector. */
// @ts-ignore: decorator
@inline
export function lanes<T>(): i32 {
  return 16 / sizeof<T>();
}

// @ts-ignore: decorator
@inline
export function splat<T>(value: T): v128 {
  return sizeof<T>() == 8 ? f64x2.splat(<f64>value) : f32x4.splat(<f32>value);
}

// @ts-ignore: decorator
@inline
export function add<T>(a: v128, b: v128): v128 {
  return sizeof<T>() == 8 ? f64x2.add(a, b) : f32x4.add(a, b);
}

// @ts-ignore: decorator
@inline
export function mul<T>(a: v128, b: v128): v128 {
  return sizeof<T>() == 8 ? f64x2.mul(a, b) : f32x4.mul(a, b);
}

/** Sum of the lanes. */
// @ts-ignore: decorator
@inline
export function total<T>(sums: v128): T {
  if (sizeof<T>() == 8) return <T>(f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1));
  sums = f32x4.add(sums, i8x16.shuffle(sums, sums, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  return <T>(f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1));
}

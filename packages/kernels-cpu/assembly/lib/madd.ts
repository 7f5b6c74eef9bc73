/** a·b + c in each lane; fused where the module may use relaxed SIMD. */
// @ts-ignore: decorator
@inline
export function maddF64(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(a, b, c);
  return f64x2.add(f64x2.mul(a, b), c);
}

/** a·b + c in each lane; fused where the module may use relaxed SIMD. */
// @ts-ignore: decorator
@inline
export function maddF32(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

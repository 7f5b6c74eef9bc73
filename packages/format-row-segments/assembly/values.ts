/** A value as T, stored as V. */
// @ts-ignore: decorator
@inline
export function valueOf<T, V>(v: usize): T {
  return isFloat<T>() ? <T>load<V>(v) : load<T>(v);
}

/*
 * The values at `v` that are stored as V, as vectors of T: two f64 from f64 or f32, four f32, complex numbers. `values0` … `values7` are consecutive
 * vectors; the place is in the instruction, which takes constants only.
 */
// @ts-ignore: decorator
@inline
export function values0<T, V>(v: usize): v128 {
  return sizeof<V>() == sizeof<T>() ? v128.load(v, 0) : f64x2.promote_low_f32x4(v128.load_zero<f64>(v, 0));
}

// @ts-ignore: decorator
@inline
export function values1<T, V>(v: usize): v128 {
  return sizeof<V>() == sizeof<T>() ? v128.load(v, 16) : f64x2.promote_low_f32x4(v128.load_zero<f64>(v, 8));
}

// @ts-ignore: decorator
@inline
export function values2<T, V>(v: usize): v128 {
  return sizeof<V>() == sizeof<T>() ? v128.load(v, 32) : f64x2.promote_low_f32x4(v128.load_zero<f64>(v, 16));
}

// @ts-ignore: decorator
@inline
export function values3<T, V>(v: usize): v128 {
  return sizeof<V>() == sizeof<T>() ? v128.load(v, 48) : f64x2.promote_low_f32x4(v128.load_zero<f64>(v, 24));
}

// @ts-ignore: decorator
@inline
export function values4<T, V>(v: usize): v128 {
  return sizeof<V>() == sizeof<T>() ? v128.load(v, 64) : f64x2.promote_low_f32x4(v128.load_zero<f64>(v, 32));
}

// @ts-ignore: decorator
@inline
export function values5<T, V>(v: usize): v128 {
  return sizeof<V>() == sizeof<T>() ? v128.load(v, 80) : f64x2.promote_low_f32x4(v128.load_zero<f64>(v, 40));
}

// @ts-ignore: decorator
@inline
export function values6<T, V>(v: usize): v128 {
  return sizeof<V>() == sizeof<T>() ? v128.load(v, 96) : f64x2.promote_low_f32x4(v128.load_zero<f64>(v, 48));
}

// @ts-ignore: decorator
@inline
export function values7<T, V>(v: usize): v128 {
  return sizeof<V>() == sizeof<T>() ? v128.load(v, 112) : f64x2.promote_low_f32x4(v128.load_zero<f64>(v, 56));
}

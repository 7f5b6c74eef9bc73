import { add, laneOf, madd, mul, scale, splat } from './lanes';

/* Single numbers of T, as lanes.ts says. */

// @ts-ignore: decorator
@inline
export function zero<T>(): T {
  return isVector<T>() ? <T>i64x2.splat(0) : <T>0;
}

/** The complex number of these parts. */
// @ts-ignore: decorator
@inline
export function pair<T>(real: f64, imaginary: f64): T {
  if (isVector<T>()) return <T>f64x2.replace_lane(f64x2.splat(real), 1, imaginary);
  return laneOf<T>(f32x4.replace_lane(f32x4.splat(<f32>real), 1, <f32>imaginary), 0);
}

// @ts-ignore: decorator
@inline
export function one<T>(): T {
  return isFloat<T>() ? <T>1 : pair<T>(1, 0);
}

// @ts-ignore: decorator
@inline
export function minusOne<T>(): T {
  return isFloat<T>() ? <T>-1 : pair<T>(-1, 0);
}

/** Whether a number of the host is 0. */
// @ts-ignore: decorator
@inline
export function isZero<T>(value: T): bool {
  if (isFloat<T>()) return value == 0;
  const parts = splat<T>(value);
  return !v128.any_true(isVector<T>() ? f64x2.ne(parts, i64x2.splat(0)) : f32x4.ne(parts, i64x2.splat(0)));
}

// @ts-ignore: decorator
@inline
export function plus<T>(a: T, b: T): T {
  return isFloat<T>() ? <T>(a + b) : laneOf<T>(add<T>(splat<T>(a), splat<T>(b)), 0);
}

/** sum + a·b, rounded twice where T is real. */
// @ts-ignore: decorator
@inline
export function plusProduct<T, A = T>(sum: T, a: T, b: T): T {
  return isFloat<T>() ? <T>(sum + a * b) : laneOf<T>(madd<T, A>(splat<T>(a), splat<T>(b), splat<T>(sum)), 0);
}

/** A number of the host times another, as `scale` of lanes.ts has it. */
// @ts-ignore: decorator
@inline
export function scaled<T>(factor: T, value: T): T {
  return isFloat<T>() ? <T>(factor * value) : laneOf<T>(scale<T>(factor, splat<T>(value)), 0);
}

/** a·b. */
// @ts-ignore: decorator
@inline
export function times<T, A = T>(a: T, b: T): T {
  return isFloat<T>() ? <T>(a * b) : laneOf<T>(mul<T, A>(splat<T>(a), splat<T>(b)), 0);
}

/** sum + a number of the host times another. */
// @ts-ignore: decorator
@inline
export function plusScaled<T>(sum: T, factor: T, value: T): T {
  return isFloat<T>() ? <T>(sum + factor * value) : plus<T>(sum, scaled<T>(factor, value));
}

/** The real part of a number, or with 1 the imaginary one. */
// @ts-ignore: decorator
@inline
export function partOf<T>(value: T, part: i32): f64 {
  if (isFloat<T>()) return part == 0 ? <f64>value : 0;
  const parts = splat<T>(value);
  if (isVector<T>()) return part == 0 ? f64x2.extract_lane(parts, 0) : f64x2.extract_lane(parts, 1);
  return <f64>(part == 0 ? f32x4.extract_lane(parts, 0) : f32x4.extract_lane(parts, 1));
}

// @ts-ignore: decorator
@inline
export function conjugate<T>(value: T): T {
  return isFloat<T>() ? value : pair<T>(partOf<T>(value, 0), -partOf<T>(value, 1));
}

/** |value|² as the sum of two squares. */
// @ts-ignore: decorator
@inline
export function square<T>(value: T): f64 {
  const real = partOf<T>(value, 0);
  const imaginary = partOf<T>(value, 1);
  return isFloat<T>() ? real * real : real * real + imaginary * imaginary;
}

/** a/b; of complex numbers in f64, scaled so that no square leaves the range (Smith, Algorithm 116: complex division, 1962). */
// @ts-ignore: decorator
@inline
export function quotient<T>(a: T, b: T): T {
  if (isFloat<T>()) return <T>(a / b);
  const re = partOf<T>(a, 0);
  const im = partOf<T>(a, 1);
  const real = partOf<T>(b, 0);
  const imaginary = partOf<T>(b, 1);
  if (imaginary == 0) return pair<T>(re / real, im / real);
  if (abs<f64>(real) < abs<f64>(imaginary)) {
    const share = real / imaginary;
    const size = imaginary + real * share;
    return pair<T>((re * share + im) / size, (im * share - re) / size);
  }
  const share = imaginary / real;
  const size = real + imaginary * share;
  return pair<T>((re + im * share) / size, (im - re * share) / size);
}

/** 0 where a part is not finite. */
// @ts-ignore: decorator
@inline
export function safe<T>(value: T): T {
  return isFinite<f64>(partOf<T>(value, 0)) && isFinite<f64>(partOf<T>(value, 1)) ? value : zero<T>();
}

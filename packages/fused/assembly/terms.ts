import { partOf } from '@spmv/kernel-kit/assembly/numbers';

/* One term b̄·a of a sum, part by part in f64, and where a sum goes. */

// @ts-ignore: decorator
@inline
export function realOf<T>(a: T, b: T): f64 {
  const real = partOf<T>(a, 0) * partOf<T>(b, 0);
  return isFloat<T>() ? real : real + partOf<T>(a, 1) * partOf<T>(b, 1);
}

// @ts-ignore: decorator
@inline
export function imaginaryOf<T>(a: T, b: T): f64 {
  return isFloat<T>() ? 0 : partOf<T>(a, 1) * partOf<T>(b, 0) - partOf<T>(a, 0) * partOf<T>(b, 1);
}

/** A sum, in f64: one number, or two. */
// @ts-ignore: decorator
@inline
export function putSum<T>(sums: usize, real: f64, imaginary: f64): void {
  store<f64>(sums, real);
  if (!isFloat<T>()) store<f64>(sums, imaginary, 8);
}

import { element } from '@spmv/kernel-kit/assembly/checked';

/* Arithmetic of numbers: each function takes addresses of them, and host scalars as f64. */

// @ts-ignore: decorator
@inline
function at<T>(place: usize): T {
  return load<T>(element<T>(place, 0));
}

// @ts-ignore: decorator
@inline
function put<T>(s: usize, value: T): void {
  store<T>(element<T>(s, 0), value);
}

/** 0 where the value is not finite. */
// @ts-ignore: decorator
@inline
function putSafely<T>(s: usize, value: T): void {
  put<T>(s, isFinite<T>(value) ? value : <T>0);
}

// @ts-ignore: decorator
@inline
function sum<T>(a: usize, b: usize, s: usize, alpha: T, beta: T): void {
  const first = alpha == 0 ? <T>0 : <T>(alpha * at<T>(a));
  put<T>(s, beta == 0 ? first : <T>(first + beta * at<T>(b)));
}

// @ts-ignore: decorator
@inline
function hypot<T>(a: usize, b: usize, s: usize): void {
  const first = abs<T>(at<T>(a));
  const second = abs<T>(at<T>(b));
  const most = max<T>(first, second);
  if (most == 0 || !isFinite<T>(most)) {
    put<T>(s, <T>(first * first + second * second));
    return;
  }
  const share = <T>(min<T>(first, second) / most);
  put<T>(s, <T>(most * sqrt<T>(<T>(1 + share * share))));
}

export function quotientF64(a: usize, b: usize, s: usize, delta: f64): void {
  putSafely<f64>(s, delta * (at<f64>(a) / at<f64>(b)));
}

export function productF64(a: usize, b: usize, s: usize, delta: f64): void {
  put<f64>(s, delta * (at<f64>(a) * at<f64>(b)));
}

export function sumF64(a: usize, b: usize, s: usize, alpha: f64, beta: f64): void {
  sum<f64>(a, b, s, alpha, beta);
}

export function rootF64(a: usize, s: usize, delta: f64): void {
  putSafely<f64>(s, delta * sqrt<f64>(at<f64>(a)));
}

export function ratioF64(a: usize, b: usize, c: usize, d: usize, s: usize, delta: f64): void {
  putSafely<f64>(s, delta * ((at<f64>(a) / at<f64>(c)) * (at<f64>(b) / at<f64>(d))));
}

export function hypotF64(a: usize, b: usize, s: usize): void {
  hypot<f64>(a, b, s);
}

export function copyF64(a: usize, s: usize): void {
  put<f64>(s, at<f64>(a));
}

export function quotientF32(a: usize, b: usize, s: usize, delta: f64): void {
  putSafely<f32>(s, <f32>delta * (at<f32>(a) / at<f32>(b)));
}

export function productF32(a: usize, b: usize, s: usize, delta: f64): void {
  put<f32>(s, <f32>delta * (at<f32>(a) * at<f32>(b)));
}

export function sumF32(a: usize, b: usize, s: usize, alpha: f64, beta: f64): void {
  sum<f32>(a, b, s, <f32>alpha, <f32>beta);
}

export function rootF32(a: usize, s: usize, delta: f64): void {
  putSafely<f32>(s, <f32>delta * sqrt<f32>(at<f32>(a)));
}

export function ratioF32(a: usize, b: usize, c: usize, d: usize, s: usize, delta: f64): void {
  putSafely<f32>(s, <f32>delta * ((at<f32>(a) / at<f32>(c)) * (at<f32>(b) / at<f32>(d))));
}

export function hypotF32(a: usize, b: usize, s: usize): void {
  hypot<f32>(a, b, s);
}

export function copyF32(a: usize, s: usize): void {
  put<f32>(s, at<f32>(a));
}

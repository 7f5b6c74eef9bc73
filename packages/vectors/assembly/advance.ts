import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { rows } from './direction';

/** Blocks begin … end − 1 of x ← x + ap, p ← r + bp. */
// @ts-ignore: decorator
@inline
function advance<T>(p: usize, a: usize, x: usize, r: usize, b: usize, n: i32, size: i32, begin: i32, end: i32): void {
  const first = begin * size;
  const past = min(end * size, n);
  checkRange(p, first, past, alignof<T>());
  checkRange(x, first, past, alignof<T>());
  checkRange(r, first, past, alignof<T>());
  const step = load<T>(element<T>(a, 0));
  const share = load<T>(element<T>(b, 0));
  if (step != 0 && share != 0) rows<T>(p, x, r, 0, step, share, first, past, true, true, false);
  else rows<T>(p, x, r, 0, step, share, first, past, step != 0, share != 0, false);
}

export function advanceF64(p: usize, a: usize, x: usize, r: usize, b: usize, n: i32, size: i32, begin: i32, end: i32): void {
  advance<f64>(p, a, x, r, b, n, size, begin, end);
}

export function advanceF32(p: usize, a: usize, x: usize, r: usize, b: usize, n: i32, size: i32, begin: i32, end: i32): void {
  advance<f32>(p, a, x, r, b, n, size, begin, end);
}

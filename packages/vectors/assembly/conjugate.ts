import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { rows } from './direction';
import { safeQuotient } from './safe-quotient';

/** Blocks begin … end − 1 of x ← x + (a/c)p, p ← r + (b/a)p, d ∘ r in place of r where there is an address d. */
// @ts-ignore: decorator
@inline
function conjugate<T>(
  p: usize, a: usize, c: usize, b: usize, x: usize, r: usize, d: usize, n: i32, size: i32, begin: i32, end: i32,
): void {
  const first = begin * size;
  const past = min(end * size, n);
  checkRange(p, first, past, alignof<T>());
  checkRange(x, first, past, alignof<T>());
  checkRange(r, first, past, alignof<T>());
  if (d != 0) checkRange(d, first, past, alignof<T>());
  const before = load<T>(element<T>(a, 0));
  const step = safeQuotient<T>(before, load<T>(element<T>(c, 0)));
  const share = safeQuotient<T>(load<T>(element<T>(b, 0)), before);
  if (step == 0 || share == 0) rows<T>(p, x, r, d, step, share, first, past, step != 0, share != 0, d != 0);
  else if (d == 0) rows<T>(p, x, r, d, step, share, first, past, true, true, false);
  else rows<T>(p, x, r, d, step, share, first, past, true, true, true);
}

export function conjugateF64(
  p: usize, a: usize, c: usize, b: usize, x: usize, r: usize, d: usize, n: i32, size: i32, begin: i32, end: i32,
): void {
  conjugate<f64>(p, a, c, b, x, r, d, n, size, begin, end);
}

export function conjugateF32(
  p: usize, a: usize, c: usize, b: usize, x: usize, r: usize, d: usize, n: i32, size: i32, begin: i32, end: i32,
): void {
  conjugate<f32>(p, a, c, b, x, r, d, n, size, begin, end);
}

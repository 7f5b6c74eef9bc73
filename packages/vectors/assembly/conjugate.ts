import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { madd, mul, splat } from '@spmv/kernel-kit/assembly/lanes';
import { safeQuotient } from './safe-quotient';

/** One vector of lanes of x ← x + step·p, p ← r + share·p, r times d where it scales. */
// @ts-ignore: decorator
@inline
function lanesAt<T>(p: usize, x: usize, r: usize, d: usize, step: T, share: T, moves: bool, keeps: bool, scales: bool): void {
  const before = v128.load(p);
  if (moves) v128.store(x, madd<T>(splat<T>(step), before, v128.load(x)));
  const residual = scales ? mul<T>(v128.load(d), v128.load(r)) : v128.load(r);
  v128.store(p, keeps ? madd<T>(splat<T>(share), before, residual) : residual);
}

// @ts-ignore: decorator
@inline
function rows<T>(
  p: usize, x: usize, r: usize, d: usize, step: T, share: T, first: i32, past: i32, moves: bool, keeps: bool, scales: bool,
): void {
  let at = <usize>first << alignof<T>();
  const last = <usize>past << alignof<T>();
  for (; at + 32 <= last; at += 32) {
    lanesAt<T>(p + at, x + at, r + at, d + at, step, share, moves, keeps, scales);
    lanesAt<T>(p + at + 16, x + at + 16, r + at + 16, d + at + 16, step, share, moves, keeps, scales);
  }
  for (; at < last; at += sizeof<T>()) {
    const before = load<T>(p + at);
    if (moves) store<T>(x + at, <T>(load<T>(x + at) + step * before));
    const residual = scales ? <T>(load<T>(d + at) * load<T>(r + at)) : load<T>(r + at);
    store<T>(p + at, keeps ? <T>(residual + share * before) : residual);
  }
}

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

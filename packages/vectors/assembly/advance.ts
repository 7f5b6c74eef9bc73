import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { madd, splat } from '@spmv/kernel-kit/assembly/lanes';

/** One vector of lanes of x ← x + ap, p ← r + bp. */
// @ts-ignore: decorator
@inline
function lanesAt<T>(p: usize, x: usize, r: usize, a: T, b: T, moves: bool, keeps: bool): void {
  const before = v128.load(p);
  if (moves) v128.store(x, madd<T>(splat<T>(a), before, v128.load(x)));
  v128.store(p, keeps ? madd<T>(splat<T>(b), before, v128.load(r)) : v128.load(r));
}

// @ts-ignore: decorator
@inline
function rows<T>(p: usize, x: usize, r: usize, a: T, b: T, first: i32, past: i32, moves: bool, keeps: bool): void {
  let at = <usize>first << alignof<T>();
  const last = <usize>past << alignof<T>();
  for (; at + 32 <= last; at += 32) {
    lanesAt<T>(p + at, x + at, r + at, a, b, moves, keeps);
    lanesAt<T>(p + at + 16, x + at + 16, r + at + 16, a, b, moves, keeps);
  }
  for (; at < last; at += sizeof<T>()) {
    const before = load<T>(p + at);
    if (moves) store<T>(x + at, <T>(load<T>(x + at) + a * before));
    store<T>(p + at, keeps ? <T>(load<T>(r + at) + b * before) : load<T>(r + at));
  }
}

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
  if (step != 0 && share != 0) rows<T>(p, x, r, step, share, first, past, true, true);
  else rows<T>(p, x, r, step, share, first, past, step != 0, share != 0);
}

export function advanceF64(p: usize, a: usize, x: usize, r: usize, b: usize, n: i32, size: i32, begin: i32, end: i32): void {
  advance<f64>(p, a, x, r, b, n, size, begin, end);
}

export function advanceF32(p: usize, a: usize, x: usize, r: usize, b: usize, n: i32, size: i32, begin: i32, end: i32): void {
  advance<f32>(p, a, x, r, b, n, size, begin, end);
}

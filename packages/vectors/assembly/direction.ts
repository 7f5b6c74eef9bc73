import { madd, mul, splat } from '@spmv/kernel-kit/assembly/lanes';

/** One vector of lanes of x ← x + step·p, p ← r + share·p, r times d where it scales. */
// @ts-ignore: decorator
@inline
function lanesAt<T>(p: usize, x: usize, r: usize, d: usize, step: T, share: T, moves: bool, keeps: bool, scales: bool): void {
  const before = v128.load(p);
  if (moves) v128.store(x, madd<T>(splat<T>(step), before, v128.load(x)));
  const residual = scales ? mul<T>(v128.load(d), v128.load(r)) : v128.load(r);
  v128.store(p, keeps ? madd<T>(splat<T>(share), before, residual) : residual);
}

/** Elements first … past − 1 of that: the ways of x and p are known when it is called, so that no element asks. */
// @ts-ignore: decorator
@inline
export function rows<T>(
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

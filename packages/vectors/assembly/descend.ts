import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { madd, mul, splat } from '@spmv/kernel-kit/assembly/lanes';
import { leave, totalOf } from './lanes-sum';
import { safeQuotient } from './safe-quotient';

/** A vector of lanes of r − step·q, stored; q is not loaded where the step is 0. */
// @ts-ignore: decorator
@inline
function lanesAt<T>(q: usize, r: usize, minus: T, moves: bool): v128 {
  const before = v128.load(r);
  if (!moves) return before;
  const after = madd<T>(splat<T>(minus), v128.load(q), before);
  v128.store(r, after);
  return after;
}

/** Elements first … past − 1. Constants for the last two arguments make a loop of their own. */
// @ts-ignore: decorator
@inline
function rows<T>(q: usize, r: usize, d: usize, sums: usize, minus: T, block: i32, first: i32, past: i32, moves: bool, scales: bool): void {
  let at = <usize>first << alignof<T>();
  const last = <usize>past << alignof<T>();
  let dot0 = splat<T>(0), dot1 = splat<T>(0), dot2 = splat<T>(0), dot3 = splat<T>(0);
  let norm0 = splat<T>(0), norm1 = splat<T>(0), norm2 = splat<T>(0), norm3 = splat<T>(0);
  for (; at + 64 <= last; at += 64) {
    const r0 = lanesAt<T>(q + at, r + at, minus, moves);
    const r1 = lanesAt<T>(q + at + 16, r + at + 16, minus, moves);
    const r2 = lanesAt<T>(q + at + 32, r + at + 32, minus, moves);
    const r3 = lanesAt<T>(q + at + 48, r + at + 48, minus, moves);
    if (scales) {
      dot0 = madd<T>(r0, mul<T>(v128.load(d + at), r0), dot0);
      dot1 = madd<T>(r1, mul<T>(v128.load(d + at, 16), r1), dot1);
      dot2 = madd<T>(r2, mul<T>(v128.load(d + at, 32), r2), dot2);
      dot3 = madd<T>(r3, mul<T>(v128.load(d + at, 48), r3), dot3);
    }
    norm0 = madd<T>(r0, r0, norm0);
    norm1 = madd<T>(r1, r1, norm1);
    norm2 = madd<T>(r2, r2, norm2);
    norm3 = madd<T>(r3, r3, norm3);
  }
  let dot: f64 = scales ? totalOf<T>(dot0, dot1, dot2, dot3) : 0;
  let norm: f64 = totalOf<T>(norm0, norm1, norm2, norm3);
  for (; at < last; at += sizeof<T>()) {
    let result = load<T>(r + at);
    if (moves) {
      result = <T>(result + minus * load<T>(q + at));
      store<T>(r + at, result);
    }
    if (scales) dot += <f64>result * (<f64>load<T>(d + at) * <f64>result);
    norm += <f64>result * <f64>result;
  }
  leave(sums, block, dot, norm);
}

/** Blocks begin … end − 1 of r ← r − (a/c)q, with rᵀ(d ∘ r) and rᵀr of each in `sums`. An address d that is 0 stands for none. */
// @ts-ignore: decorator
@inline
function descend<T>(q: usize, a: usize, c: usize, r: usize, d: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  const minus = <T>-safeQuotient<T>(load<T>(element<T>(a, 0)), load<T>(element<T>(c, 0)));
  for (let block = begin; block < end; block++) {
    const first = block * size;
    const past = min(first + size, n);
    checkRange(q, first, past, alignof<T>());
    checkRange(r, first, past, alignof<T>());
    if (d != 0) checkRange(d, first, past, alignof<T>());
    checkRange(sums, 2 * block, 2 * block + 2, 3);
    if (minus == 0) rows<T>(q, r, d, sums, minus, block, first, past, false, d != 0);
    else if (d == 0) rows<T>(q, r, d, sums, minus, block, first, past, true, false);
    else rows<T>(q, r, d, sums, minus, block, first, past, true, true);
  }
}

export function descendF64(q: usize, a: usize, c: usize, r: usize, d: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  descend<f64>(q, a, c, r, d, sums, n, size, begin, end);
}

export function descendF32(q: usize, a: usize, c: usize, r: usize, d: usize, sums: usize, n: i32, size: i32, begin: i32, end: i32): void {
  descend<f32>(q, a, c, r, d, sums, n, size, begin, end);
}

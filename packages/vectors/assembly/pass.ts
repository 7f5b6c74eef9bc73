import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { add, madd, mul, splat, total } from '@spmv/kernel-kit/assembly/lanes';

/* What a pass does: the bits of WAY of the kit. */
const FIRST = 1, BY = 2, WEIGHTS = 4, SECOND = 8, MOVED = 16, INTO = 32, OTHER = 64, OWN = 128, SQUARES = 256, NORM = 512;

// Bytes from the first of four vectors of lanes to each of them, as constants of addresses: the sizes of these.
class Now {}
class Next { a: v128; }
class Third extends Next { b: v128; }
class Fourth extends Third { c: v128; }

/** A vector of lanes of moved ← moved + step·second, into ← by·first (weights ∘ first) + share·second, `start` being those of first. */
// @ts-ignore: decorator
@inline
function lanesAt<T, K>(
  start: v128, at: usize, way: i32, weights: usize, second: usize, moved: usize, into: usize, by: T, share: T, step: T,
): v128 {
  const along = way & (SECOND | MOVED) ? v128.load(second + at, offsetof<K>()) : splat<T>(0);
  if (way & MOVED) v128.store(moved + at, madd<T>(splat<T>(step), along, v128.load(moved + at, offsetof<K>())), offsetof<K>());
  let result = start;
  if (way & FIRST && way & BY) result = mul<T>(splat<T>(by), result);
  if (way & WEIGHTS) result = mul<T>(v128.load(weights + at, offsetof<K>()), result);
  if (way & SECOND) result = way & FIRST ? madd<T>(splat<T>(share), along, result) : mul<T>(splat<T>(share), along);
  if (way & INTO) v128.store(into + at, result, offsetof<K>());
  return result;
}

/** dot + result·other, or result·(weights ∘ result). */
// @ts-ignore: decorator
@inline
function dotted<T, K>(start: v128, at: usize, way: i32, weights: usize, other: usize, result: v128, dot: v128): v128 {
  if (way & SQUARES) return madd<T>(result, mul<T>(v128.load(weights + at, offsetof<K>()), result), dot);
  if (way & OWN) return madd<T>(result, start, dot);
  return way & OTHER ? madd<T>(result, v128.load(other + at, offsetof<K>()), dot) : dot;
}

// @ts-ignore: decorator
@inline
function totalOf<T>(sum0: v128, sum1: v128, sum2: v128, sum3: v128): f64 {
  return <f64>total<T>(add<T>(add<T>(sum0, sum1), add<T>(sum2, sum3)));
}

/** The elements of a block, from `begin` on. A constant for the way makes a loop of its own. */
// @ts-ignore: decorator
@inline
function rows<T>(
  way: i32, first: usize, weights: usize, second: usize, moved: usize, into: usize, other: usize, sums: usize, by: T, share: T, step: T, begin: i32, end: i32,
): void {
  let at = <usize>begin << alignof<T>();
  const last = <usize>end << alignof<T>();
  let dot0 = splat<T>(0), dot1 = splat<T>(0), dot2 = splat<T>(0), dot3 = splat<T>(0);
  let norm0 = splat<T>(0), norm1 = splat<T>(0), norm2 = splat<T>(0), norm3 = splat<T>(0);
  for (; at + 64 <= last; at += 64) {
    const start0 = way & FIRST ? v128.load(first + at) : splat<T>(0);
    const start1 = way & FIRST ? v128.load(first + at, 16) : splat<T>(0);
    const start2 = way & FIRST ? v128.load(first + at, 32) : splat<T>(0);
    const start3 = way & FIRST ? v128.load(first + at, 48) : splat<T>(0);
    const result0 = lanesAt<T, Now>(start0, at, way, weights, second, moved, into, by, share, step);
    const result1 = lanesAt<T, Next>(start1, at, way, weights, second, moved, into, by, share, step);
    const result2 = lanesAt<T, Third>(start2, at, way, weights, second, moved, into, by, share, step);
    const result3 = lanesAt<T, Fourth>(start3, at, way, weights, second, moved, into, by, share, step);
    dot0 = dotted<T, Now>(start0, at, way, weights, other, result0, dot0);
    dot1 = dotted<T, Next>(start1, at, way, weights, other, result1, dot1);
    dot2 = dotted<T, Third>(start2, at, way, weights, other, result2, dot2);
    dot3 = dotted<T, Fourth>(start3, at, way, weights, other, result3, dot3);
    if (way & NORM) {
      norm0 = madd<T>(result0, result0, norm0);
      norm1 = madd<T>(result1, result1, norm1);
      norm2 = madd<T>(result2, result2, norm2);
      norm3 = madd<T>(result3, result3, norm3);
    }
  }
  // A sum has what is left of it one by one, and so has what is scaled.
  if ((way & (BY | OTHER | SQUARES | NORM)) == 0) {
    for (; at + 32 <= last; at += 32) {
      const start0 = way & FIRST ? v128.load(first + at) : splat<T>(0);
      const start1 = way & FIRST ? v128.load(first + at, 16) : splat<T>(0);
      lanesAt<T, Now>(start0, at, way, weights, second, moved, into, by, share, step);
      lanesAt<T, Next>(start1, at, way, weights, second, moved, into, by, share, step);
    }
  }
  let dot: f64 = way & (OTHER | SQUARES) ? totalOf<T>(dot0, dot1, dot2, dot3) : 0;
  let norm: f64 = way & NORM ? totalOf<T>(norm0, norm1, norm2, norm3) : 0;
  for (; at < last; at += sizeof<T>()) {
    const along = way & (SECOND | MOVED) ? load<T>(second + at) : <T>0;
    if (way & MOVED) store<T>(moved + at, <T>(load<T>(moved + at) + step * along));
    let result = way & FIRST ? load<T>(first + at) : <T>0;
    if (way & FIRST && way & BY) result = <T>(by * result);
    if (way & WEIGHTS) result = <T>(load<T>(weights + at) * result);
    if (way & SECOND) result = <T>(result + share * along);
    if (way & INTO) store<T>(into + at, result);
    if (way & SQUARES) dot += <f64>result * (<f64>load<T>(weights + at) * <f64>result);
    else if (way & OTHER) dot += <f64>result * <f64>load<T>(other + at);
    if (way & NORM) norm += <f64>result * <f64>result;
  }
  if (way & (OTHER | SQUARES | NORM)) {
    store<f64>(sums, dot);
    store<f64>(sums, norm, 8);
  }
}

/** The elements of a block, by a loop of its own for each way of the table of passes: test/compiled-ways.test.ts writes them. */
// @ts-ignore: decorator
@inline
function run<T>(
  way: i32, first: usize, weights: usize, second: usize, moved: usize, into: usize, other: usize, sums: usize, by: T, share: T, step: T, begin: i32, end: i32,
): void {
  // passes:begin
  if (way == 43) return rows<T>(43, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 107) return rows<T>(107, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 555) return rows<T>(555, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 619) return rows<T>(619, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 57) return rows<T>(57, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 1577) return rows<T>(1577, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 1833) return rows<T>(1833, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 61) return rows<T>(61, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 37) return rows<T>(37, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 229) return rows<T>(229, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 65) return rows<T>(65, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 513) return rows<T>(513, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 577) return rows<T>(577, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  if (way == 2113) return rows<T>(2113, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
  // passes:end
  rows<T>(way, first, weights, second, moved, into, other, sums, by, share, step, begin, end);
}

/** times·number, or times·(number/over), where a quotient that is not finite is 0; times alone where there is no number. */
// @ts-ignore: decorator
@inline
function factor<T>(number: usize, over: usize, times: T): T {
  if (number == 0) return times;
  let value = load<T>(element<T>(number, 0));
  if (over != 0) value = <T>(value / load<T>(element<T>(over, 0)));
  return <T>(times * (over == 0 || isFinite<T>(value) ? value : <T>0));
}

/** Whether what such a factor multiplies is to be seen: a product that only underflows to 0 hides nothing. */
// @ts-ignore: decorator
@inline
function shows<T>(number: usize, over: usize, times: T): bool {
  return times != 0 && factor<T>(number, over, 1) != 0;
}

/** Blocks begin … end − 1, of `size` elements each, with the sums of each at elements 2·block and the one after. An address that is 0 stands for what is not there. */
// @ts-ignore: decorator
@inline
export function pass<T>(
  first: usize, weights: usize, second: usize, moved: usize, into: usize, other: usize, sums: usize,
  byNumber: usize, byOver: usize, byTimes: T, shareNumber: usize, shareOver: usize, shareTimes: T, stepNumber: usize, stepOver: usize, stepTimes: T,
  all: i32, n: i32, size: i32, begin: i32, end: i32,
): void {
  let way = all;
  if (!shows<T>(byNumber, byOver, byTimes)) way &= ~FIRST;
  if (!shows<T>(shareNumber, shareOver, shareTimes)) way &= ~SECOND;
  if (!shows<T>(stepNumber, stepOver, stepTimes)) way &= ~MOVED;
  const by = factor<T>(byNumber, byOver, byTimes);
  const share = factor<T>(shareNumber, shareOver, shareTimes);
  const step = factor<T>(stepNumber, stepOver, stepTimes);
  for (let block = begin; block < end; block++) {
    const from = block * size;
    const past = min(from + size, n);
    if (first != 0) checkRange(first, from, past, alignof<T>());
    if (weights != 0) checkRange(weights, from, past, alignof<T>());
    if (second != 0) checkRange(second, from, past, alignof<T>());
    if (moved != 0) checkRange(moved, from, past, alignof<T>());
    if (into != 0) checkRange(into, from, past, alignof<T>());
    if (other != 0) checkRange(other, from, past, alignof<T>());
    if (sums != 0) checkRange(sums, 2 * block, 2 * block + 2, 3);
    run<T>(way, first, weights, second, moved, into, other, sums + (<usize>block << 4), by, share, step, from, past);
  }
}

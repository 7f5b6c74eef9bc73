import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import {
  add, addScaled, addSquares, addWeightedSquares, hasImaginary, madd, mul, scaleBy, splat, total,
} from '@spmv/kernel-kit/assembly/lanes';
import {
  isZero, one, partOf, plusScaled, quotient, safe, scaled, square, times, zero,
} from '@spmv/kernel-kit/assembly/numbers';

/* What a pass does: the bits of WAY of the kit. */
const FIRST = 1, BY = 2, WEIGHTS = 4, SECOND = 8, MOVED = 16, INTO = 32, OTHER = 64, OWN = 128, SQUARES = 256, NORM = 512, UNCONJUGATED = 2048;

// Bytes from the first of four vectors of lanes to each of them, as constants of addresses: the sizes of these.
class Now {}
class Next { a: v128; }
class Third extends Next { b: v128; }
class Fourth extends Third { c: v128; }

/** A vector of lanes of moved ← moved + step·second, into ← by·first (weights ∘ first) + share·second, `start` being those of first. `turned` has a bit for each of by, share and step that has an imaginary part. */
// @ts-ignore: decorator
@inline
function lanesAt<T, K>(
  start: v128, at: usize, way: i32, weights: usize, second: usize, moved: usize, into: usize, by: T, share: T, step: T, turned: i32,
): v128 {
  const along = way & (SECOND | MOVED) ? v128.load(second + at, offsetof<K>()) : splat<T>(zero<T>());
  if (way & MOVED) {
    const moves = addScaled<T>(step, (turned & 4) != 0, along, v128.load(moved + at, offsetof<K>()));
    v128.store(moved + at, moves, offsetof<K>());
  }
  let result = start;
  if (way & FIRST && way & BY) result = scaleBy<T>(by, (turned & 1) != 0, result);
  if (way & WEIGHTS) result = mul<T>(v128.load(weights + at, offsetof<K>()), result);
  if (way & SECOND) {
    const isComplex = (turned & 2) != 0;
    result = way & FIRST ? addScaled<T>(share, isComplex, along, result) : scaleBy<T>(share, isComplex, along);
  }
  if (way & INTO) v128.store(into + at, result, offsetof<K>());
  return result;
}

/** dot + the conjugate of other times result, or weights·|result|². */
// @ts-ignore: decorator
@inline
function dotted<T, K>(start: v128, at: usize, way: i32, weights: usize, other: usize, result: v128, dot: v128): v128 {
  if (way & SQUARES) return addWeightedSquares<T>(v128.load(weights + at, offsetof<K>()), result, dot);
  if (!(way & OTHER)) return dot;
  const beside = way & OWN ? start : v128.load(other + at, offsetof<K>());
  return way & UNCONJUGATED ? madd<T>(beside, result, dot) : madd<T, bool>(beside, result, dot);
}

// @ts-ignore: decorator
@inline
function totalOf<T>(sum0: v128, sum1: v128, sum2: v128, sum3: v128): T {
  return total<T>(add<T>(add<T>(sum0, sum1), add<T>(sum2, sum3)));
}

/** The elements of a block, from `begin` on. A constant for the way makes a loop of its own. */
// @ts-ignore: decorator
@inline
function rows<T>(
  way: i32, first: usize, weights: usize, second: usize, moved: usize, into: usize, other: usize, sums: usize, by: T, share: T, step: T, turned: i32, begin: i32, end: i32,
): void {
  let at = <usize>begin << alignof<T>();
  const last = <usize>end << alignof<T>();
  const none = splat<T>(zero<T>());
  let dot0 = none, dot1 = none, dot2 = none, dot3 = none;
  let norm0 = none, norm1 = none, norm2 = none, norm3 = none;
  for (; at + 64 <= last; at += 64) {
    const start0 = way & FIRST ? v128.load(first + at) : none;
    const start1 = way & FIRST ? v128.load(first + at, 16) : none;
    const start2 = way & FIRST ? v128.load(first + at, 32) : none;
    const start3 = way & FIRST ? v128.load(first + at, 48) : none;
    const result0 = lanesAt<T, Now>(start0, at, way, weights, second, moved, into, by, share, step, turned);
    const result1 = lanesAt<T, Next>(start1, at, way, weights, second, moved, into, by, share, step, turned);
    const result2 = lanesAt<T, Third>(start2, at, way, weights, second, moved, into, by, share, step, turned);
    const result3 = lanesAt<T, Fourth>(start3, at, way, weights, second, moved, into, by, share, step, turned);
    dot0 = dotted<T, Now>(start0, at, way, weights, other, result0, dot0);
    dot1 = dotted<T, Next>(start1, at, way, weights, other, result1, dot1);
    dot2 = dotted<T, Third>(start2, at, way, weights, other, result2, dot2);
    dot3 = dotted<T, Fourth>(start3, at, way, weights, other, result3, dot3);
    if (way & NORM) {
      norm0 = addSquares<T>(result0, norm0);
      norm1 = addSquares<T>(result1, norm1);
      norm2 = addSquares<T>(result2, norm2);
      norm3 = addSquares<T>(result3, norm3);
    }
  }
  // A sum has what is left of it one by one, and so has what is scaled.
  if ((way & (BY | OTHER | SQUARES | NORM)) == 0) {
    for (; at + 32 <= last; at += 32) {
      const start0 = way & FIRST ? v128.load(first + at) : none;
      const start1 = way & FIRST ? v128.load(first + at, 16) : none;
      lanesAt<T, Now>(start0, at, way, weights, second, moved, into, by, share, step, turned);
      lanesAt<T, Next>(start1, at, way, weights, second, moved, into, by, share, step, turned);
    }
  }
  const dots = way & (OTHER | SQUARES) ? totalOf<T>(dot0, dot1, dot2, dot3) : zero<T>();
  const norms = way & NORM ? totalOf<T>(norm0, norm1, norm2, norm3) : zero<T>();
  let dot = partOf<T>(dots, 0);
  let dotImaginary = partOf<T>(dots, 1);
  // Squares of both parts.
  let norm = partOf<T>(norms, 0) + partOf<T>(norms, 1);
  for (; at < last; at += sizeof<T>()) {
    const along = way & (SECOND | MOVED) ? load<T>(second + at) : zero<T>();
    if (way & MOVED) store<T>(moved + at, plusScaled<T>(load<T>(moved + at), step, along));
    const start = way & FIRST ? load<T>(first + at) : zero<T>();
    let result = start;
    if (way & FIRST && way & BY) result = scaled<T>(by, result);
    if (way & WEIGHTS) result = times<T>(load<T>(weights + at), result);
    if (way & SECOND) result = plusScaled<T>(result, share, along);
    const beside = way & OWN ? start : way & OTHER ? load<T>(other + at) : way & SQUARES ? load<T>(weights + at) : zero<T>();
    if (way & INTO) store<T>(into + at, result);
    const size = square<T>(result);
    if (way & SQUARES) {
      dot += partOf<T>(beside, 0) * size;
      dotImaginary += partOf<T>(beside, 1) * size;
    } else if (way & OTHER) {
      const re = partOf<T>(beside, 0);
      const im = way & UNCONJUGATED ? -partOf<T>(beside, 1) : partOf<T>(beside, 1);
      dot += re * partOf<T>(result, 0);
      if (!isFloat<T>()) {
        dot += im * partOf<T>(result, 1);
        dotImaginary += re * partOf<T>(result, 1) - im * partOf<T>(result, 0);
      }
    }
    if (way & NORM) norm += size;
  }
  if (way & (OTHER | SQUARES | NORM)) {
    store<f64>(sums, dot);
    if (isFloat<T>()) {
      store<f64>(sums, norm, 8);
    } else {
      store<f64>(sums, dotImaginary, 8);
      store<f64>(sums, norm, 16);
      store<f64>(sums, 0, 24);
    }
  }
}

/** The elements of a block, by a loop of its own for each way of the table of passes: test/compiled-ways.test.ts writes them. */
// @ts-ignore: decorator
@inline
function run<T>(
  way: i32, first: usize, weights: usize, second: usize, moved: usize, into: usize, other: usize, sums: usize, by: T, share: T, step: T, turned: i32, begin: i32, end: i32,
): void {
  // passes:begin
  if (way == 43) return rows<T>(43, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 107) return rows<T>(107, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 555) return rows<T>(555, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 619) return rows<T>(619, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 57) return rows<T>(57, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 1577) return rows<T>(1577, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 1833) return rows<T>(1833, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 61) return rows<T>(61, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 37) return rows<T>(37, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 229) return rows<T>(229, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 65) return rows<T>(65, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 513) return rows<T>(513, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 577) return rows<T>(577, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  if (way == 2113) return rows<T>(2113, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
  // passes:end
  rows<T>(way, first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end);
}

/** times·number, or times·(number/over), where a quotient that is not finite is 0; times alone where there is no number. */
// @ts-ignore: decorator
@inline
function factor<T>(number: usize, over: usize, factorOfHost: T): T {
  if (number == 0) return factorOfHost;
  const value = load<T>(element<T>(number, 0));
  return scaled<T>(factorOfHost, over == 0 ? value : safe<T>(quotient<T>(value, load<T>(element<T>(over, 0)))));
}

/** Whether what such a factor multiplies is to be seen: a product that only underflows to 0 hides nothing. */
// @ts-ignore: decorator
@inline
function shows<T>(number: usize, over: usize, factorOfHost: T): bool {
  return !isZero<T>(factorOfHost) && !isZero<T>(factor<T>(number, over, one<T>()));
}

/** Blocks begin … end − 1, of `size` elements each, with the sums of each, s and t, at numbers 2·block and the one after, in f64. An address that is 0 stands for what is not there. */
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
  const turned = i32(hasImaginary<T>(by)) | (i32(hasImaginary<T>(share)) << 1) | (i32(hasImaginary<T>(step)) << 2);
  const components = isFloat<T>() ? 1 : 2;
  for (let block = begin; block < end; block++) {
    const from = block * size;
    const past = min(from + size, n);
    if (first != 0) checkRange(first, from, past, alignof<T>());
    if (weights != 0) checkRange(weights, from, past, alignof<T>());
    if (second != 0) checkRange(second, from, past, alignof<T>());
    if (moved != 0) checkRange(moved, from, past, alignof<T>());
    if (into != 0) checkRange(into, from, past, alignof<T>());
    if (other != 0) checkRange(other, from, past, alignof<T>());
    const own = 2 * components * block;
    if (sums != 0) checkRange(sums, own, own + 2 * components, 3);
    run<T>(way, first, weights, second, moved, into, other, sums + (<usize>own << 3), by, share, step, turned, from, past);
  }
}

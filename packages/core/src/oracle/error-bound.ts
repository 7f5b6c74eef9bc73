import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import { timesPowerOfTwo } from './exact-row.ts';
import type { Reference } from './reference.ts';
import { elementAt, FLUSH_UNIT } from './reference.ts';

/** The worst element of a result, judged against its bound. */
export interface ErrorReport {
  /** Largest |ŷᵢ − yᵢ| / boundᵢ; at most 1 passes. Infinity when a non-finite element is wrong. */
  readonly errorRatio: number;
  /** That element, −1 when there are none. */
  readonly row: number;
  /** Computed and exact value there, and the bound. */
  readonly got: number;
  readonly expected: number;
  readonly bound: number;
  /** Elements that the reference has: all of the operand, or samples of it. */
  readonly compared: number;
  /** Those whose ratio is above 1. */
  readonly failures: number;
  /** Rows that are infinite or NaN where some order of summation overflows: any is as right as another, so they are not judged. */
  readonly unjudged: number;
}

/** γ(k) = k·u / (1 − k·u), infinite where k·u ≥ 1. Higham, "Accuracy and Stability of Numerical Algorithms", §3.1. */
export function gamma(k: number, unitRoundoff: number): number {
  const ku = k * unitRoundoff;
  return ku < 1 ? ku / (1 - ku) : Number.POSITIVE_INFINITY;
}

/**
 * Bound on |ŷᵢ − yᵢ| that holds for any order of summation:
 * γ(nᵢ+3)·(|α||A||x| + |β||y|)ᵢ + tiny, with u of the accumulator. Where the accumulator is wider than the result's type, the
 * result is rounded once more: + u(result)·(|yᵢ| + the same). `tiny` is what flushing subnormals can cost. What the reference allows a
 * variant is added. `row` is a place in the arrays of the reference.
 */
export function errorBound(reference: Reference, accumulator: Precision, row: number): number {
  return bounder(reference, accumulator)(row);
}

/** {@link errorBound} of every element of the reference, to judge more than one result by it. */
export function errorBounds(reference: Reference, accumulator: Precision): Float64Array {
  const bound = bounder(reference, accumulator);
  const bounds = new Float64Array(reference.high.length);
  for (let i = 0; i < bounds.length; i++) bounds[i] = bound(i);
  return bounds;
}

function bounder(reference: Reference, accumulator: Precision): (row: number) => number {
  const result = PRECISIONS[reference.precision];
  const { unitRoundoff, smallestNormal } = PRECISIONS[accumulator];
  const roundedAgain = unitRoundoff < result.unitRoundoff ? result.unitRoundoff : 0;
  const tiny = Math.max(result.smallestNormal, smallestNormal) / FLUSH_UNIT;
  const { terms, magnitude, exponent, high, flush, allowance } = reference;
  return (row) => {
    const relative = gamma((terms[row] as number) + 3, unitRoundoff);
    const arithmetic = timesPowerOfTwo(relative * (magnitude[row] as number), exponent[row] as number);
    const rounding = roundedAgain === 0 ? 0 : roundedAgain * (Math.abs(high[row] as number) + arithmetic);
    return (allowance?.[row] ?? 0) + arithmetic + rounding + tiny * (flush[row] as number);
  };
}

/**
 * Whether the sum of row i leaves the range in some order: of the accumulator on the way, or of the result's type, in which parts of a
 * row may be kept. Each of the n + 3 roundings of a sum of magnitudes makes it larger by at most 1 + u.
 */
export function mayOverflow(reference: Reference, accumulator: Precision, row: number): boolean {
  const sums = PRECISIONS[accumulator];
  const growth = Math.exp(((reference.terms[row] as number) + 3) * sums.unitRoundoff);
  const total = growth * timesPowerOfTwo(reference.magnitude[row] as number, reference.exponent[row] as number);
  const partial = growth * (reference.partial[row] as number);
  return Math.max(total, partial) > sums.largestFinite || total > PRECISIONS[reference.precision].largestFinite;
}

/** Ratio of one element. An element that is not finite must be the same infinity or NaN as the exact one, or overflow must depend on the order; it has no ratio then. */
function elementRatio(
  got: number,
  reference: Reference,
  accumulator: Precision,
  row: number,
  bound: number,
): number | 'unjudged' {
  const high = reference.high[row] as number;
  if (Number.isNaN(high)) return Number.isNaN(got) ? 0 : Number.POSITIVE_INFINITY;
  if (got === high && !Number.isFinite(high)) return 0;
  if (!Number.isFinite(got) || !Number.isFinite(high)) {
    // An infinite input makes this infinity, or NaN when the finite terms overflow to the other one; never a number.
    const possible = Number.isFinite(high) ? !Number.isFinite(got) : Number.isNaN(got);
    return possible && mayOverflow(reference, accumulator, row) ? 'unjudged' : Number.POSITIVE_INFINITY;
  }
  const error = Math.abs(got - high - (reference.low[row] as number));
  if (error === 0) return 0;
  return bound > 0 ? error / bound : Number.POSITIVE_INFINITY;
}

/**
 * Judges a computed y against the reference, element by element; {@link errorBound} says by what. A wrong small row cannot hide
 * behind a large one. NaN is right only where the exact result is NaN, an infinity only where it is that infinity. Where
 * some order of summation overflows, any result that is not finite is accepted and counted as `unjudged`;
 * a finite one is judged like every other. `bounds` are {@link errorBounds} of the reference, where they are known already.
 */
export function judge(
  result: ValueArray,
  reference: Reference,
  accumulator: Precision,
  bounds: Float64Array = errorBounds(reference, accumulator),
): ErrorReport {
  const { high, low } = reference;
  let failures = 0;
  let unjudged = 0;
  let worst = -1;
  let errorRatio = 0;
  for (let i = 0; i < high.length; i++) {
    const element = elementAt(reference, i);
    const got = element < result.length ? (result[element] as number) : Number.NaN;
    const bound = bounds[i] as number;
    const error = Math.abs(got - (high[i] as number) - (low[i] as number));
    // A finite error is that of two numbers: the usual case, without the questions of the others.
    let ratio = error === 0 ? 0 : bound > 0 ? error / bound : Number.POSITIVE_INFINITY;
    if (!(error < Number.POSITIVE_INFINITY)) {
      const answer =
        element < result.length ? elementRatio(got, reference, accumulator, i, bound) : Number.POSITIVE_INFINITY;
      if (answer === 'unjudged') {
        unjudged++;
        continue;
      }
      ratio = answer;
    }
    if (ratio > 1) failures++;
    if (ratio > errorRatio || worst < 0) {
      errorRatio = ratio;
      worst = i;
    }
  }
  const compared = high.length;
  if (worst < 0) return { errorRatio: 0, row: -1, got: 0, expected: 0, bound: 0, compared, failures, unjudged };
  const row = elementAt(reference, worst);
  return {
    errorRatio,
    row,
    got: result[row] ?? Number.NaN,
    expected: high[worst] as number,
    bound: bounds[worst] as number,
    compared,
    failures,
    unjudged,
  };
}

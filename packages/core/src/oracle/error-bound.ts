import type { Precision, ValueArray } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import type { SpmvReference } from './spmv-reference.ts';

/** The worst element of a result, judged against its bound. */
export interface ErrorReport {
  /** Largest |ŷᵢ − yᵢ| / boundᵢ; at most 1 passes. Infinity when a non-finite element is wrong. */
  readonly errorRatio: number;
  /** Row of that element, −1 when there are no rows. */
  readonly row: number;
  /** Computed and exact value there, and the bound. */
  readonly got: number;
  readonly expected: number;
  readonly bound: number;
  /** Rows whose ratio is above 1. */
  readonly failures: number;
}

/** γ(k) = k·u / (1 − k·u), infinite where k·u ≥ 1. Higham, "Accuracy and Stability of Numerical Algorithms", §3.1. */
export function gamma(k: number, unitRoundoff: number): number {
  const ku = k * unitRoundoff;
  return ku < 1 ? ku / (1 - ku) : Number.POSITIVE_INFINITY;
}

/**
 * Bound on |ŷᵢ − yᵢ| that holds for any order of summation:
 * γ(nᵢ+3)·(|α||A||x| + |β||y|)ᵢ + tiny, with u of the accumulator. Where the accumulator is wider than the result's type, the
 * result is rounded once more: + u(result)·(|yᵢ| + the same). `tiny` is what flushing subnormals can cost.
 */
export function errorBound(reference: SpmvReference, accumulator: Precision, row: number): number {
  const result = PRECISIONS[reference.precision];
  const sums = PRECISIONS[accumulator];
  const n = reference.rowLength[row] as number;
  const magnitude = reference.magnitude[row] as number;
  const arithmetic = gamma(n + 3, sums.unitRoundoff) * magnitude;
  const rounding =
    sums.unitRoundoff < result.unitRoundoff
      ? result.unitRoundoff * (Math.abs(reference.high[row] as number) + arithmetic)
      : 0;
  return arithmetic + rounding + Math.max(result.smallestNormal, sums.smallestNormal) * (reference.flush[row] as number);
}

/** Ratio of one element; non-finite expectations must be met in kind, and overflow is excused where the bound allows it. */
function elementRatio(got: number, reference: SpmvReference, row: number, bound: number, largestFinite: number): number {
  const high = reference.high[row] as number;
  const magnitude = reference.magnitude[row] as number;
  if (Number.isNaN(high)) return Number.isNaN(got) ? 0 : Number.POSITIVE_INFINITY;
  if (!Number.isFinite(high)) return got === high ? 0 : Number.POSITIVE_INFINITY;
  // A finite sum of terms this large may overflow in some order: then infinity, or NaN from two infinities, is as right as any.
  if (!Number.isFinite(got)) return magnitude < largestFinite / 2 ? Number.POSITIVE_INFINITY : 0;
  const error = Math.abs(got - high - (reference.low[row] as number));
  if (error === 0) return 0;
  return bound > 0 ? error / bound : Number.POSITIVE_INFINITY;
}

/**
 * Judges a computed y against the reference, element by element; {@link errorBound} says by what. A wrong small row cannot hide
 * behind a large one. NaN is right only where the exact result is NaN, an infinity only where it is that infinity, or where terms
 * near the largest finite number make overflow a matter of order.
 */
export function judge(result: ValueArray, reference: SpmvReference, accumulator: Precision): ErrorReport {
  let worst: ErrorReport = { errorRatio: 0, row: -1, got: 0, expected: 0, bound: 0, failures: 0 };
  let failures = 0;
  const { largestFinite } = PRECISIONS[reference.precision];
  for (let i = 0; i < reference.high.length; i++) {
    const bound = errorBound(reference, accumulator, i);
    const got = result[i] ?? Number.NaN;
    const ratio = i < result.length ? elementRatio(got, reference, i, bound, largestFinite) : Number.POSITIVE_INFINITY;
    if (ratio > 1) failures++;
    if (ratio > worst.errorRatio || worst.row < 0) {
      worst = { errorRatio: ratio, row: i, got, expected: reference.high[i] as number, bound, failures };
    }
  }
  return { ...worst, failures };
}

import type { Precision, Reference } from '@spmv/core';
import { elementAt } from '@spmv/core';
import type { CheckVariant } from './check-variant.ts';

/** How far the results of one precision lie apart from one another, over all combinations and products. */
export interface Agreement {
  readonly precision: Precision;
  readonly combinations: number;
  /** Largest (max − min) of an element over the combinations. */
  readonly largestDifference: number;
  /** The same against the sum of two bounds: ≤ 1 when every pair agrees. */
  readonly ratio: number;
  /** Elements that are finite in one result and not in another, or differ in being NaN or which infinity: sums that overflowed in one order. */
  readonly unlike: number;
}

/** What a number can be besides finite. Two results of an element agree only when they are of one kind. */
function kindOf(value: number): number {
  return Number.isFinite(value) ? 1 : Number.isNaN(value) ? 2 : value > 0 ? 4 : 8;
}

interface Extremes {
  /** Least and largest finite result. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** The kinds seen, added up. */
  readonly kinds: Uint8Array;
  /** Bounds by every accumulator seen; the same arrays come again with every combination. */
  readonly bounds: Set<Float64Array>;
}

/** Collects results to compare with one another, not with the oracle. */
export interface AgreementCollector {
  /** What one combination left in an operand after one product, which was judged by `bounds`. */
  add(
    variant: CheckVariant,
    operand: string,
    result: ArrayLike<number>,
    reference: Reference,
    bounds: Float64Array,
  ): void;
  /** One more combination took part in this precision. */
  count(precision: Precision): void;
  report(): readonly Agreement[];
}

function widest(extremes: Extremes): { readonly difference: number; readonly ratio: number; readonly unlike: number } {
  let difference = 0;
  let ratio = 0;
  let unlike = 0;
  const boundsOf = [...extremes.bounds];
  for (let i = 0; i < extremes.low.length; i++) {
    const kinds = extremes.kinds[i] as number;
    if ((kinds & (kinds - 1)) !== 0) unlike++;
    const apart = (extremes.high[i] as number) - (extremes.low[i] as number);
    if (!(apart > 0)) continue;
    difference = Math.max(difference, apart);
    const bound = Math.max(0, ...boundsOf.map((bounds) => bounds[i] as number));
    ratio = Math.max(ratio, apart / (2 * bound));
  }
  return { difference, ratio, unlike };
}

function extremesOf(rows: number): Extremes {
  return {
    low: new Float64Array(rows).fill(Number.POSITIVE_INFINITY),
    high: new Float64Array(rows).fill(Number.NEGATIVE_INFINITY),
    kinds: new Uint8Array(rows),
    bounds: new Set(),
  };
}

function widen({ low, high, kinds }: Extremes, result: ArrayLike<number>, reference: Reference): void {
  for (let i = 0; i < low.length; i++) {
    const value = result[elementAt(reference, i)] as number;
    kinds[i] = (kinds[i] as number) | kindOf(value);
    if (!Number.isFinite(value)) continue;
    if (value < (low[i] as number)) low[i] = value;
    if (value > (high[i] as number)) high[i] = value;
  }
}

export function createAgreement(): AgreementCollector {
  const known = new Map<Precision, Map<CheckVariant, Map<string, Extremes>>>();
  const counts = new Map<Precision, number>();
  return {
    add(variant, operand, result, reference, bounds) {
      const ofPrecision = known.get(reference.precision) ?? new Map<CheckVariant, Map<string, Extremes>>();
      known.set(reference.precision, ofPrecision);
      const ofVariant = ofPrecision.get(variant) ?? new Map<string, Extremes>();
      ofPrecision.set(variant, ofVariant);
      const extremes = ofVariant.get(operand) ?? extremesOf(reference.high.length);
      ofVariant.set(operand, extremes);
      widen(extremes, result, reference);
      extremes.bounds.add(bounds);
    },
    count(precision) {
      counts.set(precision, (counts.get(precision) ?? 0) + 1);
    },
    report() {
      return [...known].map(([precision, variants]) => {
        const all = [...variants.values()].flatMap((operands) => [...operands.values()]).map(widest);
        return {
          precision,
          combinations: counts.get(precision) ?? 0,
          largestDifference: Math.max(0, ...all.map(({ difference }) => difference)),
          ratio: Math.max(0, ...all.map(({ ratio }) => ratio)),
          unlike: all.reduce((sum, { unlike }) => sum + unlike, 0),
        };
      });
    },
  };
}

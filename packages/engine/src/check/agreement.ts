import type { Precision, Reference } from '@spmv/core';
import { elementAt, errorBound } from '@spmv/core';
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
  /** Bound of the widest accumulator seen. */
  readonly bound: Float64Array;
}

/** Collects results to compare with one another, not with the oracle. */
export interface AgreementCollector {
  /** What one combination left in an operand after one product. */
  add(
    variant: CheckVariant,
    operand: string,
    result: ArrayLike<number>,
    reference: Reference,
    accumulator: Precision,
  ): void;
  /** One more combination took part in this precision. */
  count(precision: Precision): void;
  report(): readonly Agreement[];
}

function widest(extremes: Extremes): { readonly difference: number; readonly ratio: number; readonly unlike: number } {
  let difference = 0;
  let ratio = 0;
  let unlike = 0;
  for (let i = 0; i < extremes.low.length; i++) {
    const kinds = extremes.kinds[i] as number;
    if ((kinds & (kinds - 1)) !== 0) unlike++;
    const apart = (extremes.high[i] as number) - (extremes.low[i] as number);
    if (!(apart > 0)) continue;
    difference = Math.max(difference, apart);
    ratio = Math.max(ratio, apart / (2 * (extremes.bound[i] as number)));
  }
  return { difference, ratio, unlike };
}

export function createAgreement(): AgreementCollector {
  const known = new Map<Precision, Map<CheckVariant, Map<string, Extremes>>>();
  const counts = new Map<Precision, number>();
  return {
    add(variant, operand, result, reference, accumulator) {
      const ofPrecision = known.get(reference.precision) ?? new Map<CheckVariant, Map<string, Extremes>>();
      known.set(reference.precision, ofPrecision);
      const ofVariant = ofPrecision.get(variant) ?? new Map<string, Extremes>();
      ofPrecision.set(variant, ofVariant);
      const rows = reference.high.length;
      const extremes = ofVariant.get(operand) ?? {
        low: new Float64Array(rows).fill(Number.POSITIVE_INFINITY),
        high: new Float64Array(rows).fill(Number.NEGATIVE_INFINITY),
        kinds: new Uint8Array(rows),
        bound: new Float64Array(rows),
      };
      ofVariant.set(operand, extremes);
      for (let i = 0; i < rows; i++) {
        const value = result[elementAt(reference, i)] as number;
        extremes.kinds[i] = (extremes.kinds[i] as number) | kindOf(value);
        if (Number.isFinite(value)) {
          extremes.low[i] = Math.min(extremes.low[i] as number, value);
          extremes.high[i] = Math.max(extremes.high[i] as number, value);
        }
        extremes.bound[i] = Math.max(extremes.bound[i] as number, errorBound(reference, accumulator, i));
      }
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

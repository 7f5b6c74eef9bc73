import type { Precision, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { roundTo } from '@spmv/core';
import { addDoubleDouble, emptyReference, exactRow, FLUSH_UNIT, twoProduct } from '@spmv/core/oracle';
import { quotient, safe } from './quotient.ts';

/** A factor of a whole vector, as an exact sum of numbers. */
export interface Coefficient {
  readonly words: readonly number[];
  /** What a flushed subnormal on the way to it may be multiplied by. */
  readonly slack: number;
  /** Roundings on the way to it beyond that of one product. */
  readonly roundings?: number;
  /** The magnitudes of what it is added up of, infinite beyond f64. Default: its own. */
  readonly size?: number;
}

/** The number 1. */
export const ONE: Coefficient = { words: [1], slack: 1 };

/** One product of each element: a coefficient or another vector, times a vector. */
export interface Term {
  readonly factor: Coefficient | Float64Array;
  readonly of: Float64Array;
}

/** Up to here no product of two numbers leaves the range of f64. */
const LARGE = 2 ** 490;

/** |value|, or 0 where that is not finite. */
export const finiteSize = (value: number): number => (Number.isFinite(value) ? Math.abs(value) : 0);
const isLarge = (value: number): boolean => finiteSize(value) >= LARGE;

/** `values` as the precision sees them. */
export function rounded(precision: Precision, values: ValueArray): Float64Array {
  return Float64Array.from(values, (value) => roundTo(precision, value));
}

/** alpha·a, both rounded to the precision before; undefined where one of them is 0, and what is multiplied by it not read. */
export function coefficientOf(precision: Precision, alpha: number, a: number): Coefficient | undefined {
  const [first, second] = [roundTo(precision, alpha), roundTo(precision, a)];
  if (first === 0 || second === 0) return undefined;
  const { high, low } = twoProduct(first, second);
  const slack = (finiteSize(first) + 1) * (finiteSize(second) + 1);
  return { words: low === 0 ? [high] : [high, low], slack };
}

/** Of a quotient, as WGSL computes it within 2.5 units in the last place. */
const QUOTIENT_ROUNDINGS = 5;

/** a/c, both rounded to the precision before; undefined where it is 0 or not finite, and what is multiplied by it not read. */
export function quotientOf(precision: Precision, a: number, c: number): Coefficient | undefined {
  const [above, below] = [roundTo(precision, a), roundTo(precision, c)];
  const { high, low } = safe(precision, quotient(above, below));
  if (high === 0) return undefined;
  const slack = (finiteSize(above) + 1) * (1 + 1 / Math.abs(below));
  return {
    words: low === 0 ? [high] : [high, low],
    slack: Number.isFinite(slack) ? slack : 1,
    roundings: QUOTIENT_ROUNDINGS,
  };
}

/** A vector that is what it is: the beginning of sums over it. */
export function exactReference(precision: Precision, values: Float64Array): Reference {
  const magnitude = values.map(finiteSize);
  return { ...emptyReference(precision, values.length), high: values, magnitude, partial: magnitude };
}

/**
 * Element i as the sum of its terms. A term has at most a product of two numbers before it (αa), the product with the element, and a sum of two: three
 * roundings, and the bound allows the terms and three, and what a coefficient has beyond that.
 */
export function combination(precision: Precision, length: number, terms: readonly Term[]): Reference {
  const reference = emptyReference(precision, length);
  const more = Math.max(
    0,
    ...terms.map(({ factor }) => (factor instanceof Float64Array ? 0 : (factor.roundings ?? 0))),
  );
  for (let i = 0; i < length; i++) {
    let [sum, magnitude, partial, flush, large] = [{ high: 0, low: 0 }, 0, 0, FLUSH_UNIT, false];
    const pairs: (readonly [number, number])[] = [];
    for (const { factor, of } of terms) {
      const element = of[i];
      const words = factor instanceof Float64Array ? [factor[i]] : factor.words;
      const slack = factor instanceof Float64Array ? finiteSize(words[0]) + 1 : factor.slack;
      const size = factor instanceof Float64Array ? finiteSize(words[0]) : (factor.size ?? finiteSize(words[0]));
      flush += slack * (finiteSize(element) + 1) * FLUSH_UNIT;
      partial = Math.max(partial, size);
      large ||= isLarge(words[0]) || isLarge(element);
      // Of an infinity the first word tells: the second one may have the other sign.
      for (const word of Number.isFinite(element) ? words : words.slice(0, 1)) {
        pairs.push([word, element]);
        sum = addDoubleDouble(sum, twoProduct(word, element));
      }
      magnitude += size * finiteSize(element);
    }
    reference.terms[i] = terms.length + more;
    reference.flush[i] = flush;
    if (large) {
      const exact = exactRow({ a: pairs.map(([a]) => a), x: pairs.map(([, x]) => x), alpha: 1, beta: 0, y: 0 });
      reference.high[i] = exact.high;
      reference.low[i] = exact.low;
      reference.magnitude[i] = exact.magnitude;
      reference.exponent[i] = exact.exponent;
      reference.partial[i] = Math.max(partial, exact.partial);
      continue;
    }
    reference.high[i] = sum.high;
    reference.low[i] = sum.low;
    reference.magnitude[i] = magnitude;
    reference.partial[i] = Math.max(partial, magnitude);
  }
  return reference;
}

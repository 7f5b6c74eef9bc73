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
  const result = Float64Array.from(values);
  for (let i = 0; i < result.length; i++) result[i] = roundTo(precision, result[i]);
  return result;
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

const NOTHING = { high: 0, low: 0 };

/** The products that element i is the sum of. Of an infinity the first word tells: the second one may have the other sign. */
function productsOf(terms: readonly Term[], i: number): Parameters<typeof exactRow>[0] {
  const pairs = terms.flatMap(({ factor, of }) => {
    const words = factor instanceof Float64Array ? [factor[i]] : factor.words;
    return (Number.isFinite(of[i]) ? words : words.slice(0, 1)).map((word): [number, number] => [word, of[i]]);
  });
  return { a: pairs.map(([a]) => a), x: pairs.map(([, x]) => x), alpha: 1, beta: 0, y: 0 };
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
    let [sum, magnitude, partial, flush, large] = [NOTHING, 0, 0, FLUSH_UNIT, false];
    for (const { factor, of } of terms) {
      const element = of[i];
      const isVector = factor instanceof Float64Array;
      const first = isVector ? factor[i] : factor.words[0];
      const slack = isVector ? finiteSize(first) + 1 : factor.slack;
      const size = isVector ? finiteSize(first) : (factor.size ?? finiteSize(first));
      flush += slack * (finiteSize(element) + 1) * FLUSH_UNIT;
      partial = Math.max(partial, size);
      large ||= isLarge(first) || isLarge(element);
      sum = addDoubleDouble(sum, twoProduct(first, element));
      if (!isVector && Number.isFinite(element))
        for (let w = 1; w < factor.words.length; w++) sum = addDoubleDouble(sum, twoProduct(factor.words[w], element));
      magnitude += size * finiteSize(element);
    }
    reference.terms[i] = terms.length + more;
    reference.flush[i] = flush;
    if (large) {
      const exact = exactRow(productsOf(terms, i));
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

import type { Precision, Reference, ValueArray } from '@spmv/core';
import { addDoubleDouble, emptyReference, exactRow, FLUSH_UNIT, roundTo, twoProduct } from '@spmv/core';

/** A factor of a whole vector, as an exact sum of numbers. */
export interface Coefficient {
  readonly words: readonly number[];
  /** What a flushed subnormal on the way to it may be multiplied by. */
  readonly slack: number;
}

/** One product of each element: a coefficient or another vector, times a vector. */
export interface Term {
  readonly factor: Coefficient | Float64Array;
  readonly of: Float64Array;
}

/** Up to here no product of two numbers leaves the range of f64. */
const LARGE = 2 ** 490;

const finiteSize = (value: number): number => (Number.isFinite(value) ? Math.abs(value) : 0);
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

/** A vector that is what it is: the beginning of sums over it. */
export function exactReference(precision: Precision, values: Float64Array): Reference {
  const magnitude = values.map(finiteSize);
  return { ...emptyReference(precision, values.length), high: values, magnitude, partial: magnitude };
}

/**
 * Element i as the sum of its terms. A term has at most a product of two numbers before it (αa), the product with the element, and a sum of two: three
 * roundings, and the bound allows the terms and three.
 */
export function combination(precision: Precision, length: number, terms: readonly Term[]): Reference {
  const reference = emptyReference(precision, length);
  for (let i = 0; i < length; i++) {
    let [sum, magnitude, partial, flush, large] = [{ high: 0, low: 0 }, 0, 0, FLUSH_UNIT, false];
    const pairs: (readonly [number, number])[] = [];
    for (const { factor, of } of terms) {
      const element = of[i] as number;
      const words = factor instanceof Float64Array ? [factor[i] as number] : factor.words;
      const slack = factor instanceof Float64Array ? finiteSize(words[0] as number) + 1 : factor.slack;
      flush += slack * (finiteSize(element) + 1) * FLUSH_UNIT;
      partial = Math.max(partial, finiteSize(words[0] as number));
      large ||= isLarge(words[0] as number) || isLarge(element);
      for (const word of words) {
        pairs.push([word, element]);
        sum = addDoubleDouble(sum, twoProduct(word, element));
      }
      magnitude += finiteSize(words[0] as number) * finiteSize(element);
    }
    reference.terms[i] = terms.length;
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

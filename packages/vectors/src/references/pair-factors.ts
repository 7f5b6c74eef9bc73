import type { Precision, Problem } from '@spmv/core';
import { hostScalar, roundTo } from '@spmv/core';
import { addDoubleDouble, exactRow, turnedPairs, twoProduct } from '@spmv/core/oracle';
import type { Coefficient, Term } from './combination.ts';
import { finiteSize } from './combination.ts';
import type { Pair } from './pair-numbers.ts';
import { pairQuotient, safePair } from './pair-numbers.ts';

/** Real and imaginary part of a factor; of one that is real, one part. */
export type Parts = readonly Coefficient[];

/** v with its imaginary parts negated. */
export const conjugated = (v: Float64Array): Float64Array => v.map((value, at) => (at % 2 === 0 ? value : -value));

/** The real parts of v, or the imaginary ones, each in both places of its pair. */
export const partsAlone = (v: Float64Array, part: 0 | 1): Float64Array => v.map((_, at) => v[at - (at % 2) + part]);

/** The products that make a factor times v, part by part: one with its real part and v, one with its imaginary part and iv. */
export function termsOf(parts: readonly Term['factor'][], v: Float64Array): readonly Term[] {
  return parts.map((factor, part) => ({ factor, of: part === 0 ? v : turnedPairs(v) }));
}

/** A pair in memory. */
export const pairAt = (precision: Precision, [real, imaginary]: ArrayLike<number> & Iterable<number>): Pair => [
  roundTo(precision, real),
  roundTo(precision, imaginary),
];

/** A number of the host, 1 where it is not given. */
export const hostPair = ({ scalars, precision }: Pick<Problem, 'scalars' | 'precision'>, name: string): Pair =>
  pairAt(precision, hostScalar(scalars, name, 1));

const isZero = ([real, imaginary]: Pair): boolean => real === 0 && imaginary === 0;
const sizeOf = ([real, imaginary]: Pair): number => finiteSize(real) + finiteSize(imaginary);

/** ab + cd. */
function sumOfProducts(a: number, b: number, c: number, d: number): Pick<Coefficient, 'words' | 'size'> {
  const size = Math.abs(a * b) + Math.abs(c * d);
  const inputs = [a, b, c, d];
  // Each product may leave the range where their sum is in it.
  const { high, low } =
    size < Infinity || !inputs.every(Number.isFinite)
      ? addDoubleDouble(twoProduct(a, b), twoProduct(c, d))
      : exactRow({ a: [a, c], x: [b, d], alpha: 1, beta: 0, y: 0 });
  return { words: low === 0 || !Number.isFinite(high) ? [high] : [high, low], size: Number.isNaN(size) ? 0 : size };
}

const withoutNone = ([real, imaginary]: readonly [Coefficient, Coefficient]): Parts =>
  imaginary.words[0] === 0 && !imaginary.size ? [real] : [real, imaginary];

/** host·number, all parts rounded to the precision before; without parts where one of them is 0, and what is multiplied by it not read. */
export function pairFactor(host: Pair, number: Pair): Parts {
  if (isZero(host) || isZero(number)) return [];
  const [[a, b], [c, d]] = [host, number];
  const slack = (sizeOf(host) + 1) * (sizeOf(number) + 1);
  // A host's number without an imaginary part multiplies as a real one.
  const [real, imaginary] =
    b === 0
      ? [sumOfProducts(a, c, 0, 0), sumOfProducts(a, d, 0, 0)]
      : [sumOfProducts(a, c, -b, d), sumOfProducts(a, d, b, c)];
  return withoutNone([
    { ...real, slack },
    { ...imaginary, slack },
  ]);
}

/** Of a quotient by Smith's algorithm, three divisions after one another, each as WGSL computes it. */
export const QUOTIENT_ROUNDINGS = 19;

/** a/c; without parts where it is 0 or a part of it is not finite. */
export function pairQuotientFactor(precision: Precision, a: Pair, c: Pair): Parts {
  const { parts, sizes } = safePair(precision, pairQuotient(a, c));
  if (parts.every(({ high }) => high === 0)) return [];
  const slack = 2 * (sizeOf(a) + 1) * (1 + 1 / Math.max(...c.map(Math.abs)));
  const [real, imaginary] = parts.map(({ high, low }, part): Coefficient => ({
    words: low === 0 ? [high] : [high, low],
    size: sizes[part],
    slack: Number.isFinite(slack) ? slack : 1,
    roundings: QUOTIENT_ROUNDINGS,
  }));
  return withoutNone([real, imaginary]);
}

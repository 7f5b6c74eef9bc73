import type { Precision } from '@spmv/core';
import type { DoubleDouble } from '@spmv/core/oracle';
import { addDoubleDouble, twoProduct } from '@spmv/core/oracle';
import { isFiniteIn, times } from './quotient.ts';

/** A complex number: real and imaginary part. */
export type Pair = readonly [real: number, imaginary: number];

/** A complex number nearly exactly, and what its parts are judged by: the magnitudes of the terms of each. */
export interface SizedPair {
  readonly parts: readonly [DoubleDouble, DoubleDouble];
  readonly sizes: Pair;
}

const word = (high: number): DoubleDouble => ({ high, low: 0 });
const minus = ({ high, low }: DoubleDouble): DoubleDouble => ({ high: -high, low: -low });

/** A number that is what it is. */
export const exactPair = ([real, imaginary]: Pair): SizedPair => ({
  parts: [word(real), word(imaginary)],
  sizes: [Math.abs(real), Math.abs(imaginary)],
});

/** The textbook's product; a first factor without an imaginary part multiplies as a real number where it `isScale`. */
export function pairProduct(a: SizedPair, b: SizedPair, isScale = false): SizedPair {
  const [[ar, ai], [br, bi], [sr, si], [tr, ti]] = [a.parts, b.parts, a.sizes, b.sizes];
  if (isScale && si === 0) return { parts: [times(ar, br), times(ar, bi)], sizes: [sr * tr, sr * ti] };
  return {
    parts: [addDoubleDouble(times(ar, br), minus(times(ai, bi))), addDoubleDouble(times(ar, bi), times(ai, br))],
    sizes: [sr * tr + si * ti, sr * ti + si * tr],
  };
}

function divided(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const high = a.high / b.high;
  if (!Number.isFinite(high)) return word(high);
  const rest = addDoubleDouble(a, minus(times(word(high), b)));
  return { high, low: rest.high / b.high };
}

/** The power of two that brings the larger part to 1 … 2. */
function exponentOf(of: Pair): number {
  const most = Math.max(...of.map(Math.abs));
  return most > 0 && most < Infinity ? Math.floor(Math.log2(most)) : 0;
}

/** value·2^exponent. */
function shifted(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

/** a/c = a·c̄/|c|². */
export function pairQuotient(a: Pair, c: Pair): SizedPair {
  const [from, to] = [exponentOf(a), exponentOf(c)];
  const [ar, ai] = [shifted(a[0], -from), shifted(a[1], -from)];
  const [cr, ci] = [shifted(c[0], -to), shifted(c[1], -to)];
  const below = addDoubleDouble(twoProduct(cr, cr), twoProduct(ci, ci));
  const part = (p: number, q: number, u: number, v: number): readonly [DoubleDouble, number] => {
    const { high, low } = divided(addDoubleDouble(twoProduct(p, q), twoProduct(u, v)), below);
    const size = (Math.abs(p * q) + Math.abs(u * v)) / below.high;
    return [{ high: shifted(high, from - to), low: shifted(low, from - to) }, shifted(size, from - to)];
  };
  const [[real, realSize], [imaginary, imaginarySize]] = [part(ar, cr, ai, ci), part(ai, cr, -ar, ci)];
  return { parts: [real, imaginary], sizes: [realSize, imaginarySize] };
}

/** 0 where a part is not finite in the precision. */
export function safePair(precision: Precision, value: SizedPair): SizedPair {
  return value.parts.every(({ high }) => isFiniteIn(precision, high)) ? value : exactPair([0, 0]);
}

/** Every number times one of the host. */
export const scaledPair = (host: Pair, value: SizedPair): SizedPair => pairProduct(exactPair(host), value, true);

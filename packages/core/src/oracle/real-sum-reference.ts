import type { DoubleDouble } from './double-double.ts';
import { addDoubleDouble, twoProduct } from './double-double.ts';
import { exactRow } from './exact-row.ts';
import type { Reference } from './reference.ts';
import { emptyReference, FLUSH_UNIT } from './reference.ts';
import { finiteSize, isLarge, isLargeRow, magnitudeOf, passedThrough, wordsOf } from './row-terms.ts';
import type { Sized } from './sized.ts';
import { addSized, putMagnitude, sized, timesSized } from './sized.ts';

/** The other factor of each term: numbers that are exact, or y itself. */
type Other = Float64Array | Reference;

const isExact = (other: Other): other is Float64Array => other instanceof Float64Array;
const wordsOfOther = (other: Other, i: number): readonly number[] =>
  isExact(other) ? [other[i] as number] : wordsOf(other, i);
const sizeOfOther = (other: Other, i: number): Sized =>
  isExact(other) ? sized(other[i] as number) : magnitudeOf(other, i);

/** Σ of the products of magnitudes, of numbers that leave the range of f64. */
function magnitudeOfAny(y: Reference, other: Other): Sized {
  let magnitude = sized(0);
  for (let i = 0; i < y.high.length; i++)
    magnitude = addSized(magnitude, timesSized(magnitudeOf(y, i), sizeOfOther(other, i)));
  return magnitude;
}

/** Splits a number into halves (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;

/**
 * What the sum is, in double-double, where nothing is large: the steps of `twoProduct` and `addDoubleDouble` written out, so that nothing is allocated
 * for a term. What is not finite is summed again by {@link sumAnything}. Same bits.
 */
function inDoubleDouble(y: Reference, other: Other): DoubleDouble {
  const [firsts, seconds] = isExact(other) ? [other, undefined] : [other.high, other.low];
  let [high, low] = [0, 0];
  for (let i = 0; i < y.high.length; i++) {
    const a = y.high[i] as number;
    const b = firsts[i] as number;
    const product = a * b;
    const aTimes = SPLITTER * a;
    const aHigh = aTimes - (aTimes - a);
    const aLow = a - aHigh;
    const bTimes = SPLITTER * b;
    const bHigh = bTimes - (bTimes - b);
    const bLow = b - bHigh;
    const productLow = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
    const highs = high + product;
    const highsPart = highs - high;
    const lows = low + productLow;
    const lowsPart = lows - low;
    const rest = high - (highs - highsPart) + (product - highsPart) + lows;
    const lowsRest = low - (lows - lowsPart) + (productLow - lowsPart);
    const middle = highs + rest;
    const middlePart = middle - highs;
    const last = highs - (middle - middlePart) + (rest - middlePart) + lowsRest;
    const before = middle + last;
    const beforePart = before - middle;
    const beforeLow = middle - (before - beforePart) + (last - beforePart);
    // What the low words add.
    const more = a * (seconds ? (seconds[i] as number) : 0) + (y.low[i] as number) * b;
    const both = before + more;
    const bothPart = both - before;
    const bothRest = before - (both - bothPart) + (more - bothPart) + beforeLow;
    high = both + bothRest;
    const highPart = high - both;
    low = both - (high - highPart) + (bothRest - highPart);
  }
  return Number.isFinite(high) ? { high, low } : sumAnything(y, other);
}

/** The same with infinities and NaN. */
function sumAnything(y: Reference, other: Other): DoubleDouble {
  let sum = { high: 0, low: 0 };
  for (let i = 0; i < y.high.length; i++) {
    const [high, low] = [y.high[i] as number, y.low[i] as number];
    const [first, second] = isExact(other)
      ? [other[i] as number, 0]
      : [other.high[i] as number, other.low[i] as number];
    sum = addDoubleDouble(sum, twoProduct(high, first));
    // Beside an infinity or NaN the low words say nothing.
    if (Number.isFinite(high) && Number.isFinite(first))
      sum = addDoubleDouble(sum, { high: high * second + low * first, low: 0 });
  }
  return sum;
}

/** The same in integers, for what leaves the range on the way. */
function inIntegers(y: Reference, other: Other): { readonly high: number; readonly low: number } {
  const a: number[] = [];
  const x: number[] = [];
  for (let i = 0; i < y.high.length; i++)
    for (const one of wordsOf(y, i))
      for (const factor of wordsOfOther(other, i)) {
        a.push(one);
        x.push(factor);
      }
  return exactRow({ a, x, alpha: 1, beta: 0, y: 0 });
}

/**
 * Σ yᵢzᵢ, or Σ yᵢ² without `z`, over the reference of y, and the terms of its bound.
 *
 * A computed ŷᵢ is a sum of nᵢ products, each with at most nᵢ + 3 relative errors of u (that is what γ(nᵢ + 3) of y's own bound means), and each is multiplied by zᵢ and
 * added to m − 1 others. So each product of the whole has at most max nᵢ + 3 + m of them, and |ŝ − s| ≤ γ(max nᵢ + m + 3) Σ |zᵢ|·magnitudeᵢ in any order. In Σ ŷᵢ²
 * each product is of two such sums: γ(2 max nᵢ + m + 6) Σ magnitudeᵢ².
 */
export function realSumReference(y: Reference, z?: Float64Array): Reference {
  const reference = emptyReference(y.precision, 1);
  const other = z ?? y;
  let [most, partial, flush, plain, large] = [0, 0, FLUSH_UNIT, 0, false];
  for (let i = 0; i < y.high.length; i++) {
    const factor = isExact(other) ? finiteSize(other[i] as number) : (y.magnitude[i] as number);
    most = Math.max(most, y.terms[i] as number);
    partial = Math.max(partial, passedThrough(y, i));
    // Twice where both factors are y's.
    flush +=
      (z ? 1 : 2) * factor * (y.flush[i] as number) + (finiteSize(y.high[i] as number) + factor + 1) * FLUSH_UNIT;
    plain += finiteSize(y.magnitude[i] as number) * factor;
    large ||= isLargeRow(y, i) || (isExact(other) && isLarge(other[i] as number));
  }
  const { high, low } = large ? inIntegers(y, other) : inDoubleDouble(y, other);
  reference.high[0] = high;
  reference.low[0] = low;
  if (large) putMagnitude(magnitudeOfAny(y, other), reference, 0);
  else reference.magnitude[0] = plain;
  reference.partial[0] = partial;
  reference.flush[0] = flush;
  reference.terms[0] = y.high.length + (z ? most : 2 * most + 3);
  return reference;
}

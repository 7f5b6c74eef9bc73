import type { Complex, Pairs } from '../data/coo.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import { roundTo } from '../data/precision.ts';
import { addDoubleDouble, scaleDoubleDouble, twoProduct } from './double-double.ts';
import { exactRow } from './exact-row.ts';
import type { Reference } from './reference.ts';
import { emptyReference, FLUSH_UNIT } from './reference.ts';
import { finiteSize, isLarge, isLargeRow, magnitudeOf, passedThrough, wordsOf } from './row-terms.ts';
import { addSized, putMagnitude, sized, timesSized } from './sized.ts';

/** What w ← δw + γy reads besides y: factors rounded to the precision, and w, which is not looked at when δ is 0. */
export interface ComplexUpdateInputs {
  readonly gamma: Complex;
  readonly delta: Complex;
  readonly w: Pairs<ValueArray>;
}

/** A product of a scalar with a part of y, or of w. */
interface Term {
  readonly factor: number;
  readonly words: readonly number[];
}

/** The products that part `c` of z·w is made of, by the parts of z and the places of those of w: two, or one where z is real. */
function factorsOf([real, imaginary]: Complex, c: number): readonly (readonly [factor: number, part: number])[] {
  const first = [real, c] as const;
  return imaginary === 0 ? [first] : [first, [c === 0 ? -imaginary : imaginary, 1 - c]];
}

/**
 * w = δw + γy in complex numbers over the reference of y, part by part: up to four products, of which each is added to the others, after the terms of y. A factor without an imaginary part
 * multiplies as a real number.
 */
export function complexUpdateReference(y: Reference, { gamma, delta, w }: ComplexUpdateInputs): Reference {
  const { precision } = y;
  const reference = emptyReference(precision, y.high.length);
  const readsW = delta.some((part) => part !== 0);
  for (let at = 0; at < y.high.length; at++) {
    const c = at % 2;
    const terms: Term[] = [];
    let [magnitude, partial, flush, large, most] = [sized(0), 0, FLUSH_UNIT, false, 0];
    for (const [factor, part] of factorsOf(gamma, c)) {
      const place = at - c + part;
      terms.push({ factor, words: wordsOf(y, place) });
      magnitude = addSized(magnitude, timesSized(sized(factor), magnitudeOf(y, place)));
      partial = Math.max(partial, passedThrough(y, place));
      flush += finiteSize(factor) * (y.flush[place] as number) + finiteSize(y.high[place] as number) * FLUSH_UNIT;
      flush += (finiteSize(factor) + 2 + (y.terms[place] as number)) * FLUSH_UNIT;
      large ||= isLargeRow(y, place) || isLarge(factor);
      most = Math.max(most, y.terms[place] as number);
    }
    for (const [factor, part] of readsW ? factorsOf(delta, c) : []) {
      const old = roundTo(precision, w[at - c + part] as number);
      terms.push({ factor, words: [old] });
      magnitude = addSized(magnitude, timesSized(sized(factor), sized(old)));
      flush += (finiteSize(factor) + 1) * (finiteSize(old) + 1) * FLUSH_UNIT;
      large ||= isLarge(factor) || isLarge(old);
    }
    const { high, low } = large ? inIntegers(terms) : inDoubleDouble(terms);
    reference.high[at] = high;
    reference.low[at] = low;
    putMagnitude(magnitude, reference, at);
    reference.partial[at] = partial;
    reference.flush[at] = flush;
    reference.terms[at] = most + 2;
  }
  return reference;
}

function inDoubleDouble(terms: readonly Term[]): { readonly high: number; readonly low: number } {
  let sum = { high: 0, low: 0 };
  for (const { factor, words } of terms) {
    const [high = 0, low = 0] = words;
    const product = low === 0 ? twoProduct(high, factor) : scaleDoubleDouble({ high, low }, factor);
    sum = addDoubleDouble(sum, product);
  }
  return sum;
}

/** The same in integers, for what leaves the range on the way. */
function inIntegers(terms: readonly Term[]): { readonly high: number; readonly low: number } {
  const all = terms.flatMap(({ factor, words }) => words.map((word) => [word, factor] as const));
  return exactRow({ a: all.map(([a]) => a), x: all.map(([, x]) => x), alpha: 1, beta: 0, y: 0 });
}

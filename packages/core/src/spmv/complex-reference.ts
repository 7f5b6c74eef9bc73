import { realEquivalent } from '../data/complex-coo.ts';
import type { Complex, ComplexCoo, Pairs } from '../data/coo.ts';
import { rowStartOf } from '../data/csr-view.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import { numbersOf, roundTo } from '../data/precision.ts';
import { addDoubleDouble, scaleDoubleDouble, twoProduct } from '../oracle/double-double.ts';
import { exactRow } from '../oracle/exact-row.ts';
import type { Reference } from '../oracle/reference.ts';
import { emptyReference, FLUSH_UNIT } from '../oracle/reference.ts';
import { finiteSize, isLarge, isLargeRow, magnitudeOf, passedThrough, wordsOf } from '../oracle/row-terms.ts';
import { addSized, putMagnitude, sized, timesSized } from '../oracle/sized.ts';
import { spmvReference } from './spmv-reference.ts';

/** Operands of y = αAx + βy in complex numbers, as the user has them; rounding to the precision happens in the oracle. */
export interface ComplexSpmvOperands {
  readonly coo: ComplexCoo;
  /** [cols] */
  readonly x: Pairs<ValueArray>;
  /** [rows], the y before the product. Not read when β = 0. */
  readonly y: Pairs<ValueArray>;
  readonly alpha: Complex;
  readonly beta: Complex;
}

/** Entries of the real rows that are summed at once. */
const MOST_ENTRIES = 2 ** 18;

/** Ax as real and imaginary parts in turns. */
function sumsOf({ coo, x }: ComplexSpmvOperands, precision: Precision, stored: Precision): Reference {
  const { rows } = coo.shape;
  const sums = emptyReference(precision, numbersOf(precision, rows));
  const rowStart = coo.rowStart ?? rowStartOf(coo);
  for (let begin = 0, end = 0; begin < rows; begin = end) {
    do end++;
    while (end < rows && 4 * ((rowStart[end + 1] as number) - (rowStart[begin] as number)) <= MOST_ENTRIES);
    const some = { coo: realEquivalent(coo, { begin, end, rowStart }), x, y: x, alpha: 1, beta: 0 };
    const part = spmvReference(some, precision, stored);
    for (const name of ['high', 'low', 'magnitude', 'exponent', 'partial', 'terms', 'flush'] as const)
      sums[name].set(part[name], 2 * begin);
  }
  return sums;
}

/** A product of a scalar with a part of a sum, or of y. */
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
 * y = αAx + βy in complex numbers straight from the entries: the reference has real and imaginary parts in turns, each judged as the real sum that it is.
 *
 * Re yᵢ and Im yᵢ are sums of 2nᵢ real products. Each goes through one product and at most 2nᵢ − 1 additions, the product with a part of α and the addition in it, and the addition of βy; the up
 * to four products of α and β may be added one by one. With `terms` = 2nᵢ + 2 the bound γ(terms + 3) covers all of them, times the magnitudes of the terms of that part. A scalar
 * without an imaginary part multiplies as a real number.
 */
export function complexSpmvReference(
  operands: ComplexSpmvOperands,
  precision: Precision,
  stored: Precision = precision,
): Reference {
  const rounded = ([real, imaginary]: Complex): Complex => [roundTo(precision, real), roundTo(precision, imaginary)];
  const [alpha, beta] = [rounded(operands.alpha), rounded(operands.beta)];
  const [readsA, readsY] = [alpha, beta].map((factor) => factor.some((part) => part !== 0)) as [boolean, boolean];
  const { rows } = operands.coo.shape;
  const sums = readsA ? sumsOf(operands, precision, stored) : emptyReference(precision, 2 * rows);
  const reference = emptyReference(precision, 2 * rows);
  for (let at = 0; at < 2 * rows; at++) {
    const c = at % 2;
    const terms: Term[] = [];
    let [magnitude, partial, flush, large, most] = [sized(0), 0, FLUSH_UNIT, false, 0];
    for (const [factor, part] of readsA ? factorsOf(alpha, c) : []) {
      const place = at - c + part;
      terms.push({ factor, words: wordsOf(sums, place) });
      magnitude = addSized(magnitude, timesSized(sized(factor), magnitudeOf(sums, place)));
      partial = Math.max(partial, passedThrough(sums, place));
      flush += finiteSize(factor) * (sums.flush[place] as number) + finiteSize(sums.high[place] as number) * FLUSH_UNIT;
      flush += (finiteSize(factor) + 2 + (sums.terms[place] as number)) * FLUSH_UNIT;
      large ||= isLargeRow(sums, place) || isLarge(factor);
      most = Math.max(most, sums.terms[place] as number);
    }
    for (const [factor, part] of readsY ? factorsOf(beta, c) : []) {
      const old = roundTo(precision, operands.y[at - c + part] as number);
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

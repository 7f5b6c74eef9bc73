import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';

/** The nearly exact result and the terms of its error bound, for each element of one written operand or for some of them. */
export interface Reference {
  readonly precision: Precision;
  /**
   * The element is high + low, in double-double. It is infinite or NaN only where an input is: a result beyond f64 has the largest finite number
   * as `high` and the rest, as far as it goes, as `low`.
   */
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** The sum of the magnitudes of all terms of finite inputs is magnitude · 2^exponent. The exponent is 0 but near and beyond the end of f64. */
  readonly magnitude: Float64Array;
  readonly exponent: Int16Array;
  /** What a sum may pass through before it is scaled, as a sum of magnitudes. Infinite beyond f64. */
  readonly partial: Float64Array;
  /** The number of terms that are summed up. */
  readonly terms: Int32Array;
  /** In units of 2⁻¹⁰⁰ smallest normal numbers: what flushed subnormals cost. */
  readonly flush: Float64Array;
  /** Error that a variant of the operation may have besides rounding, because by definition it narrows its inputs. Default: none. */
  readonly allowance?: Float64Array;
  /**
   * Which elements the arrays above hold, ascending: samples of a large result, or a dense operand without its gaps. Default: all, in
   * the order of memory.
   */
  readonly elements?: Int32Array;
}

/** The arrays of every reference, an element each. */
export const REFERENCE_ARRAYS = ['high', 'low', 'magnitude', 'exponent', 'partial', 'terms', 'flush'] as const;

/** The element of the operand that entry `i` of a reference is of. */
export function elementAt({ elements }: Reference, i: number): number {
  return elements ? (elements[i] as number) : i;
}

/** A place in memory of an operand in words: `y[3]`, and of complex numbers, whose parts are in turns, `Re y[3]` or `Im y[3]`. */
export function placeText(operand: string, place: number, precision: Precision): string {
  const { components } = PRECISIONS[precision];
  const part = components === 1 ? '' : place % 2 === 0 ? 'Re ' : 'Im ';
  return `${part}${operand}[${Math.floor(place / components)}]`;
}

/** 2^100 of these are 1, so that sums of the largest numbers stay finite. */
export const FLUSH_UNIT: number = 2 ** -100;

/** A reference of zeros for `length` elements. */
export function emptyReference(precision: Precision, length: number): Reference {
  return {
    precision,
    high: new Float64Array(length),
    low: new Float64Array(length),
    magnitude: new Float64Array(length),
    exponent: new Int16Array(length),
    partial: new Float64Array(length),
    terms: new Int32Array(length),
    flush: new Float64Array(length),
  };
}

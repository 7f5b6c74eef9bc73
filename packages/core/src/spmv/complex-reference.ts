import { realEquivalent } from '../data/complex-coo.ts';
import type { Complex, ComplexCoo, Pairs } from '../data/coo.ts';
import { rowStartOf } from '../data/csr-view.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import { numbersOf, roundTo } from '../data/precision.ts';
import { updateReference } from '../oracle/update-reference.ts';
import type { Reference } from '../oracle/reference.ts';
import { emptyReference, REFERENCE_ARRAYS } from '../oracle/reference.ts';
import { realReference } from './real-reference.ts';

/** Operands of a product of complex numbers. */
export interface ComplexOperands {
  readonly coo: ComplexCoo;
  readonly x: Pairs<ValueArray>;
  readonly y: Pairs<ValueArray>;
  readonly alpha: Complex;
  readonly beta: Complex;
}

/** Entries of the real rows that are summed at once. */
const MOST_ENTRIES = 2 ** 18;

/** Ax as real and imaginary parts in turns. */
function sumsOf({ coo, x }: ComplexOperands, precision: Precision, stored: Precision): Reference {
  const { rows } = coo.shape;
  const sums = emptyReference(precision, numbersOf(precision, rows));
  const rowStart = coo.rowStart ?? rowStartOf(coo);
  for (let begin = 0, end = 0; begin < rows; begin = end) {
    do end++;
    while (end < rows && 4 * ((rowStart[end + 1] as number) - (rowStart[begin] as number)) <= MOST_ENTRIES);
    const some = { coo: realEquivalent(coo, { begin, end, rowStart }), x, y: x, alpha: 1, beta: 0 };
    const part = realReference(some, precision, stored);
    for (const name of REFERENCE_ARRAYS) sums[name].set(part[name], 2 * begin);
  }
  return sums;
}

/**
 * y = αAx + βy in complex numbers straight from the entries: the reference has real and imaginary parts in turns, each judged as the real sum that it is.
 *
 * Re yᵢ and Im yᵢ are sums of 2nᵢ real products. Each goes through one product and at most 2nᵢ − 1 additions, the product with a part of α and the addition in it, and the addition of βy; the up
 * to four products of α and β may be added one by one. With `terms` = 2nᵢ + 2 the bound γ(terms + 3) covers all of them, times the magnitudes of the terms of that part. A scalar
 * without an imaginary part multiplies as a real number.
 */
export function complexReference(operands: ComplexOperands, precision: Precision, stored: Precision): Reference {
  const { coo, alpha, beta, y } = operands;
  const isRead = alpha.some((part) => roundTo(precision, part) !== 0);
  const sums = isRead
    ? sumsOf(operands, precision, stored)
    : emptyReference(precision, numbersOf(precision, coo.shape.rows));
  return updateReference(sums, { gamma: alpha, delta: beta, w: y });
}

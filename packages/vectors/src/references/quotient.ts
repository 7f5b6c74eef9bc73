import type { Precision } from '@spmv/core';
import type { DoubleDouble } from '@spmv/core/oracle';
import { PRECISIONS } from '@spmv/core';
import { addDoubleDouble, scaleDoubleDouble, twoProduct } from '@spmv/core/oracle';

const ZERO: DoubleDouble = { high: 0, low: 0 };

/** a/b with a relative error of about 2⁻¹⁰⁴. */
export function quotient(a: number, b: number): DoubleDouble {
  const high = a / b;
  if (!Number.isFinite(high)) return { high, low: 0 };
  const rest = addDoubleDouble({ high: a, low: 0 }, twoProduct(-high, b));
  return { high, low: rest.high / b };
}

/** Whether a number is finite as the precision stores it. */
export const isFiniteIn = (precision: Precision, value: number): boolean =>
  Math.abs(value) <= PRECISIONS[precision].largestFinite;

/** 0 where it is not finite in the precision. */
export function safe(precision: Precision, value: DoubleDouble): DoubleDouble {
  return isFiniteIn(precision, value.high) ? value : ZERO;
}

/** ab. */
export function times(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const product = twoProduct(a.high, b.high);
  if (!Number.isFinite(product.high)) return product;
  return addDoubleDouble(product, { high: a.high * b.low + a.low * b.high, low: 0 });
}

/** The root of a number of at least 0, given as two. */
export function root({ high, low }: DoubleDouble): DoubleDouble {
  const first = Math.sqrt(high);
  if (first === 0 || !Number.isFinite(first)) return { high: first, low: 0 };
  const rest = addDoubleDouble({ high, low }, twoProduct(-first, first));
  return { high: first, low: rest.high / (2 * first) };
}

/** The root of the sum of the squares of numbers. */
export function hypot(numbers: readonly number[]): DoubleDouble {
  const most = Math.max(...numbers.map(Math.abs));
  if (most === 0 || !Number.isFinite(most)) return { high: numbers.reduce((sum, one) => sum + one * one, 0), low: 0 };
  // Squares of these stay far from the ends of the range; a power of two is exact.
  const scale = 2 ** -Math.max(-1000, Math.min(1000, Math.floor(Math.log2(most))));
  const squares = numbers.map((one) => twoProduct(one * scale, one * scale));
  return scaleDoubleDouble(root(squares.reduce(addDoubleDouble)), 1 / scale);
}

import type { Precision } from '@spmv/core';
import type { DoubleDouble } from '@spmv/core/oracle';
import { PRECISIONS } from '@spmv/core';
import { addDoubleDouble, twoProduct } from '@spmv/core/oracle';

const ZERO: DoubleDouble = { high: 0, low: 0 };

/** a/b with a relative error of about 2⁻¹⁰⁴. */
export function quotient(a: number, b: number): DoubleDouble {
  const high = a / b;
  if (!Number.isFinite(high)) return { high, low: 0 };
  const rest = addDoubleDouble({ high: a, low: 0 }, twoProduct(-high, b));
  return { high, low: rest.high / b };
}

/** 0 where it is not finite in the precision. */
export function safe(precision: Precision, value: DoubleDouble): DoubleDouble {
  return Math.abs(value.high) <= PRECISIONS[precision].largestFinite ? value : ZERO;
}

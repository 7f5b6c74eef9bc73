import type { AnyCoo, Scalar } from '../data/coo.ts';
import { isComplex, pairOf } from '../data/coo.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import type { Reference } from '../oracle/reference.ts';
import { complexReference } from './complex-reference.ts';
import { realReference } from './real-reference.ts';

/** Operands of y ← αAx + βy as the user has them; rounding to the precision happens in the oracle. Where the entries are complex the vectors are pairs. */
export interface SpmvOperands {
  readonly coo: AnyCoo;
  /** [cols] */
  readonly x: ValueArray;
  /** [rows], the y before the product. Not read when β = 0. */
  readonly y: ValueArray;
  readonly alpha: Scalar;
  readonly beta: Scalar;
}

/**
 * y = αAx + βy straight from COO in double-double, knowing no format: the oracle every kernel is judged against.
 *
 * Every input is first rounded to `precision`, the values of A to `stored`, as a kernel sees them. With α = 0 neither A nor x is read, with β = 0 y is not.
 */
export function spmvReference(operands: SpmvOperands, precision: Precision, stored: Precision = precision): Reference {
  const { coo, x, y } = operands;
  const [alpha, beta] = [pairOf(operands.alpha), pairOf(operands.beta)];
  return isComplex(coo)
    ? complexReference({ coo, x, y, alpha, beta }, precision, stored)
    : realReference({ coo, x, y, alpha: alpha[0], beta: beta[0] }, precision, stored);
}

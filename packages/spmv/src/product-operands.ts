import type { CooMatrix, MatrixOperation } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { spgemm, spgemmAdd, spgemmMasked } from '@spmv/spgemm';
import type { TakenProduct } from './taken-product.ts';

/** A product of two matrices as it was asked for. */
export interface AskedProduct {
  readonly operation: MatrixOperation;
  /** What it reads besides A and B. */
  readonly beside: Readonly<Record<string, CooMatrix>>;
  readonly scalars: Readonly<Record<string, number>>;
}

/** Which operation the options of A·B ask for. Errors: `OPERAND.SCALAR` for β without D, `OPERAND.MATRIX` for D beside a mask. */
export function askedProduct({ D, mask, options: { alpha = 1, beta } }: TakenProduct): AskedProduct {
  if (beta !== undefined && D === undefined)
    throw new SpmvError('OPERAND.SCALAR', `beta = ${beta} without a matrix D that it is a factor of.`, {
      fix: 'Give D: A.multiply(B, { beta, D }).',
    });
  if (D !== undefined && mask !== undefined)
    throw new SpmvError('OPERAND.MATRIX', 'A product takes D, or a mask, and both were given.', {
      fix: 'Add afterwards: (await A.multiply(B, { mask })).add(D, beta).',
    });
  if (D !== undefined) return { operation: spgemmAdd, beside: { D }, scalars: { alpha, beta: beta ?? 1 } };
  if (mask !== undefined) return { operation: spgemmMasked, beside: { M: mask }, scalars: { alpha } };
  return { operation: spgemm, beside: {}, scalars: { alpha } };
}

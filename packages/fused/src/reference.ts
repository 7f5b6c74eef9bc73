import type { Complex, Problem } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { roundTo } from '@spmv/core';
import {
  complexSpmvReference,
  complexSumReference,
  complexUpdateReference,
  rounded,
  spmvReference,
  sumReference,
  updateReference,
} from '@spmv/core/oracle';
import { endingOf } from './endings.ts';

/** y as SpMV has it. */
function product({ matrix, complex, buffers, scalars, precision, stored }: Problem): Reference {
  const { x, y } = buffers;
  const { alpha = 1, alphaImaginary = 0, beta = 0, betaImaginary = 0 } = scalars;
  if (complex && x && y) {
    const factors = { alpha: [alpha, alphaImaginary], beta: [beta, betaImaginary] } as const;
    return complexSpmvReference({ coo: complex, x, y, ...factors }, precision, stored);
  }
  if (!matrix || !x || !y) throw new RangeError('a fused product needs A, x and y');
  return spmvReference({ coo: matrix, x, y, alpha, beta }, precision, stored);
}

/** w ← δw + γy. */
function update(y: Reference, { complex, buffers, scalars, precision }: Problem): Reference {
  const { gamma, w } = buffers;
  if (!gamma || !w) throw new RangeError('the update of w needs gamma and w');
  const { delta = 1, deltaImaginary = 0 } = scalars;
  const of = (value: number): number => roundTo(precision, value);
  if (!complex) return updateReference(y, { gamma: of(gamma[0]), delta: of(delta), w: rounded(precision, w) });
  const pair = (real: number, imaginary: number): Complex => [of(real), of(imaginary)];
  return complexUpdateReference(y, { gamma: pair(gamma[0], gamma[1]), delta: pair(delta, deltaImaginary), w });
}

/** y, and what the ending makes of it: sums in double-double over the reference of y, or the new w. */
export function fusedReference(problem: Problem): Readonly<Record<string, Reference>> {
  const { complex, options, buffers, precision } = problem;
  const y = product(problem);
  const ending = endingOf(options);
  if (ending === 'axpy') return { y, w: update(y, problem) };
  const sum = complex ? complexSumReference : sumReference;
  const { z } = buffers;
  if (ending !== 'norm' && !z) throw new RangeError('the product yᵀz needs z');
  return {
    y,
    ...(ending === 'norm' || !z ? {} : { s: sum(y, rounded(precision, z)) }),
    ...(ending === 'dot' ? {} : { t: sum(y) }),
  };
}

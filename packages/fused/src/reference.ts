import type { Problem } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { hostScalar, spmv } from '@spmv/core';
import { rounded, sumReference, updateReference } from '@spmv/core/oracle';
import { endingOf } from './endings.ts';

/** w ← δw + γy. */
function update(y: Reference, { buffers, scalars }: Problem): Reference {
  const { gamma, w } = buffers;
  if (!gamma || !w) throw new RangeError('the update of w needs gamma and w');
  return updateReference(y, { gamma: [gamma[0], gamma[1] ?? 0], delta: hostScalar(scalars, 'delta', 1), w });
}

/** y, and what the ending makes of it: sums in double-double over the reference of y, or the new w. */
export function fusedReference(problem: Problem): Readonly<Record<string, Reference>> {
  const { options, buffers, precision } = problem;
  // As SpMV has it.
  const y = spmv.reference(problem)['y'];
  const ending = endingOf(options);
  if (ending === 'axpy') return { y, w: update(y, problem) };
  const { z } = buffers;
  if (ending !== 'norm' && !z) throw new RangeError('the product yᵀz needs z');
  return {
    y,
    ...(ending === 'norm' || !z ? {} : { s: sumReference(y, rounded(precision, z)) }),
    ...(ending === 'dot' ? {} : { t: sumReference(y) }),
  };
}

import type { Problem, Reference } from '@spmv/core';
import { sumReference } from '@spmv/core';
import { residualOf } from '../residual.ts';
import { combination, ONE, quotientOf, rounded } from './combination.ts';
import { weightedSquares } from './weighted-squares.ts';

/** r after a step along q, and the sums over it. */
export function descendReference({ options, buffers, precision }: Problem): Readonly<Record<string, Reference>> {
  const { q, a, c, r, d } = buffers;
  if (!q || !a || !c || !r) throw new RangeError('a residual after a step needs q, a, c and r');
  const step = quotientOf(precision, -(a[0] as number), c[0] as number);
  const after = combination(precision, r.length, [
    { factor: ONE, of: rounded(precision, r) },
    ...(step ? [{ factor: step, of: rounded(precision, q) }] : []),
  ]);
  const t = sumReference(after);
  if (residualOf(options) === 'plain' || !d) return { r: after, t };
  return { r: after, s: weightedSquares(after, rounded(precision, d)), t };
}

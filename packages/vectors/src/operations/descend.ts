import type { Operation, Vector } from '@spmv/core';
import { sumOperands } from '../endings.ts';
import { descendReference } from '../references/descend-reference.ts';
import { RESIDUAL_AXIS, residualOf, scaleOperands } from '../residual.ts';
import { SHARING, SIZES, TRIALS } from '../sizes.ts';

/** What r ← r − (a/c)q is given: with `residual: 'scaled'` d and s, too. */
export type DescendArguments =
  | readonly [q: Vector, a: Vector, c: Vector, r: Vector, t: Vector]
  | readonly [q: Vector, a: Vector, c: Vector, r: Vector, d: Vector, s: Vector, t: Vector];

/**
 * r ← r − (a/c)q and t ← rᵀr in one pass, and s ← rᵀ(d ∘ r) where the residual is scaled: what conjugate gradients do with q = Ap, a = rᵀz and c = pᵀAp. a, c, s and t are numbers in the memory of
 * the backend; no launch of its own divides them.
 *
 * All vectors have n elements. The quotient is 0 where it is not finite, and q is not seen where it is 0. r is in the sums as it was computed. r, s and t must be vectors of their own. With n = 0 the
 * sums are 0.
 *
 * Bytes: 3n numbers, 4n with d. Element i of r is judged by γ(11)(|rᵢ| + |(a/c)qᵢ|): a quotient may have five roundings more than a number; t by γ(2·8 + n + 6) times its square, s by as much and three roundings more.
 */
export const descend: Operation<DescendArguments> = {
  kind: 'operation',
  id: 'descend',
  title: 'Residual after a step of conjugate gradients, and sums over it',
  formula: 'r ← r − (a/c)q; t ← rᵀr, s ← rᵀ(d ∘ r)',
  sources: [],
  options: { residual: RESIDUAL_AXIS },
  sizes: SIZES,
  operands: (options) => [
    { role: 'vector', name: 'q', length: 'n', access: 'read' },
    { role: 'device-scalar', name: 'a', access: 'read' },
    { role: 'device-scalar', name: 'c', access: 'read' },
    { role: 'vector', name: 'r', length: 'n', access: 'update' },
    ...scaleOperands(options),
    ...(residualOf(options) === 'scaled' ? sumOperands('dot') : []),
    ...sumOperands('norm'),
  ],
  trivial: { sizes: ['n'], scalars: [] },
  flops: ({ n = 0 }, options) => n * (residualOf(options) === 'scaled' ? 7 : 4),
  reference: descendReference,
  checks: [],
  sharing: SHARING,
  trials: TRIALS,
};

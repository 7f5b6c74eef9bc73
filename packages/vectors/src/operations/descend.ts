import type { Operation, Vector } from '@spmv/core';
import { passOperation } from './pass-operation.ts';

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
export const descend: Operation<DescendArguments> = passOperation({
  id: 'descend',
  title: 'Residual after a step of conjugate gradients, and sums over it',
  formula: 'r ← r − (a/c)q; t ← rᵀr, s ← rᵀ(d ∘ r)',
  choice: 'What stands for the residual: r (plain), or d ∘ r, as Jacobi has it (scaled).',
});

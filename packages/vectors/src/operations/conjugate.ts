import type { Operation, Vector } from '@spmv/core';
import { passOperation } from './pass-operation.ts';

/** What x ← x + (a/c)p; p ← r + (b/a)p is given: with `residual: 'scaled'` d, too. */
export type ConjugateArguments =
  | readonly [p: Vector, a: Vector, c: Vector, b: Vector, x: Vector, r: Vector]
  | readonly [p: Vector, a: Vector, c: Vector, b: Vector, x: Vector, r: Vector, d: Vector];

/**
 * x ← x + (a/c)p and p ← r + (b/a)p in one pass, p in x being the one before, d ∘ r in place of r where the residual is scaled: the step and the next direction of conjugate gradients, with a = rᵀz
 * before, c = pᵀAp and b = rᵀz now. a, b and c are numbers in the memory of the backend; no launch of its own divides them, and z = d ∘ r is never stored.
 *
 * All vectors have n elements. A quotient is 0 where it is not finite; p is not seen in x where a/c is 0, nor in the new p where b/a is. x and p must be vectors of their own. With n = 0 nothing is
 * written.
 *
 * Bytes: 5n numbers, 6n with d. Element i of x is judged by γ(10)(|xᵢ| + |(a/c)pᵢ|), of p by γ(10)(|rᵢ| + |(b/a)pᵢ|): a quotient may have five roundings more than a number.
 */
export const conjugate: Operation<ConjugateArguments> = passOperation({
  id: 'conjugate',
  title: 'Step and next direction of conjugate gradients',
  formula: 'x ← x + (a/c)p; p ← r + (b/a)p, or d ∘ r + (b/a)p',
  choice: 'What stands for the residual: r (plain), or d ∘ r, as Jacobi has it (scaled).',
});

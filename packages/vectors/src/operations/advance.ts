import type { Operation, Vector } from '@spmv/core';
import { passOperation } from './pass-operation.ts';

/** What x ← x + ap; p ← r + bp is given. */
export type AdvanceArguments = readonly [p: Vector, a: Vector, x: Vector, r: Vector, b: Vector];

/**
 * x ← x + ap and p ← r + bp in one pass, p in x being the one before: the step and the next direction of conjugate gradients. a and b are numbers in the
 * memory of the backend.
 *
 * All vectors have n elements. p is not seen in x where a is 0, nor in the new p where b is 0. x and p must be vectors of their own. With n = 0
 * nothing is written.
 *
 * Bytes: 5n numbers, p being read once for both: 40 a row in f64, where two passes of `linear` move 48. Element i of x is judged by γ(5)(|xᵢ| + |apᵢ|), of p by
 * γ(5)(|rᵢ| + |bpᵢ|).
 */
export const advance: Operation<AdvanceArguments> = passOperation({
  id: 'advance',
  title: 'Step along a direction, and the next direction',
  formula: 'x ← x + ap; p ← r + bp',
});

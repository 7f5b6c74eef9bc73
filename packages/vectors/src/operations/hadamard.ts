import type { Operation, Vector } from '@spmv/core';
import { passOperation } from './pass-operation.ts';

/** What y ← d ∘ x is given, with s where its ending is `dot`. */
export type HadamardArguments = readonly [d: Vector, x: Vector, y: Vector, s?: Vector];

/**
 * y ← d ∘ x, element by element, and with the same pass s ← yᵀx: a Jacobi preconditioner, d being the reciprocals of the diagonal, and rᵀz.
 *
 * All vectors have n elements; s is a number in the memory of the backend. d may be x; y and s must be vectors of their own. Nothing of y is
 * read. y is in s as it was computed. With n = 0 s is 0.
 *
 * Bytes: 3n numbers. Element i is judged by γ(4)|dᵢxᵢ|, s by γ(n + 4)Σ|dᵢxᵢ²|.
 */
export const hadamard: Operation<HadamardArguments> = passOperation({
  id: 'hadamard',
  title: 'Product of two vectors, element by element, and a sum in the same pass',
  formula: 'y ← d ∘ x; s ← yᵀx',
  choice: 'What is summed besides: nothing (none), or s ← yᵀx (dot).',
});

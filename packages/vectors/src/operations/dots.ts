import type { Operation, Vector } from '@spmv/core';
import { passOperation } from './pass-operation.ts';

/** What s ← xᵀz, t ← xᵀx is given: x, and of z, s and t what its ending has. */
export type DotsArguments =
  | readonly [x: Vector, z: Vector, s: Vector]
  | readonly [x: Vector, t: Vector]
  | readonly [x: Vector, z: Vector, s: Vector, t: Vector];

/**
 * s ← zᵀx, t ← xᵀx, or both in one pass. s and t are numbers in the memory of the backend. Of complex numbers s ← zᴴx with `dot`, which conjugates z, and s ← zᵀx with `dotu`, as
 * BLAS names them; of real ones both are the same. t ← xᴴx is real.
 *
 * x and z have n elements, and may be the same vector. The order of a sum depends on n and the kernel's parameters alone, never on who was first. With n = 0
 * sums are 0.
 *
 * Bytes: 2n numbers, n without z. s is judged by γ(n + 3)Σ|xᵢzᵢ|, t by γ(n + 6)Σxᵢ².
 */
export const dots: Operation<DotsArguments> = passOperation({
  id: 'dots',
  title: 'Inner products of vectors in one pass',
  formula: 's ← zᵀx, t ← xᵀx',
  choice: 'What is summed: s ← zᴴx (dot), t ← xᴴx (norm), both (dot-norm), or s ← zᵀx without a conjugate (dotu).',
});

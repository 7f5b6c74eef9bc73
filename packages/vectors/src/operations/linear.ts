import type { Operation, Vector } from '@spmv/core';
import { passOperation } from './pass-operation.ts';

/** What y ← (αa)x + (βb)y is given: what the ending has of z, s and t comes between the vectors and the numbers of the host. */
export type LinearArguments =
  | readonly [x: Vector, a: Vector, y: Vector, b: Vector, alpha?: number, beta?: number]
  | readonly [x: Vector, a: Vector, y: Vector, b: Vector, t: Vector, alpha?: number, beta?: number]
  | readonly [x: Vector, a: Vector, y: Vector, b: Vector, z: Vector, s: Vector, alpha?: number, beta?: number]
  | readonly [
      x: Vector,
      a: Vector,
      y: Vector,
      b: Vector,
      z: Vector,
      s: Vector,
      t: Vector,
      alpha?: number,
      beta?: number,
    ];

/**
 * y ← (αa)x + (βb)y, and with the same pass s ← yᵀz, t ← yᵀy, or both. a, b, s and t are numbers in the memory of the backend, α and β are numbers of the
 * host, 1 by default.
 *
 * All vectors have n elements. x is not read where α or a is 0, y not where β or b is: an infinity or NaN there is not to be seen, so that a step of length 0
 * changes nothing. (A factor αa that only underflows to 0 is no such case.) y is in the sums as it was computed, before it is rounded to what is stored. z may be x; y, s and t must
 * be vectors of their own. With n = 0 the sums are 0.
 *
 * Bytes: 3n numbers, 2n where x or y is not read, and n for z. Element i is judged by γ(5)(|αaxᵢ| + |βbyᵢ|), s by γ(n + 5) times the same times |zᵢ|, t by γ(2·2 + n + 6) times its square.
 */
export const linear: Operation<LinearArguments> = passOperation({
  id: 'linear',
  title: 'Sum of two vectors with factors on the device, and sums over it in the same pass',
  formula: 'y ← (αa)x + (βb)y; s ← yᵀz, t ← yᵀy',
  choice: 'What is summed besides: nothing (none), s ← yᵀz (dot), t ← yᵀy (norm), or both (dot-norm).',
  checks: [
    { name: 'alpha=-0.75, beta=0.5', scalars: { alpha: -0.75, beta: 0.5 } },
    { name: 'alpha=1.5, beta=0', scalars: { alpha: 1.5, beta: 0 } },
    { name: 'alpha=0, beta=-2', scalars: { alpha: 0, beta: -2 } },
    { name: 'alpha=0, beta=0', scalars: { alpha: 0, beta: 0 } },
  ],
});

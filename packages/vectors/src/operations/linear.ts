import type { Operation, Vector } from '@spmv/core';
import type { Ending } from '../endings.ts';
import { endingAxis, endingOf, ENDINGS, sumOperands, sumsOf } from '../endings.ts';
import { linearReference } from '../references/linear-reference.ts';
import { SHARING, SIZES, TRIALS } from '../sizes.ts';

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

const hasZ = (ending: Ending): boolean => ending === 'dot' || ending === 'dot-norm';

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
export const linear: Operation<LinearArguments> = {
  kind: 'operation',
  id: 'linear',
  title: 'Sum of two vectors with factors on the device, and sums over it in the same pass',
  formula: 'y ← (αa)x + (βb)y; s ← yᵀz, t ← yᵀy',
  sources: [],
  options: {
    ending: endingAxis(
      ENDINGS,
      'What is summed besides: nothing (none), s ← yᵀz (dot), t ← yᵀy (norm), or both (dot-norm).',
    ),
  },
  sizes: SIZES,
  operands: (options) => {
    const ending = endingOf(options, 'none');
    return [
      { role: 'vector', name: 'x', length: 'n', access: 'read' },
      { role: 'device-scalar', name: 'a', access: 'read' },
      { role: 'vector', name: 'y', length: 'n', access: 'update', factor: 'beta' },
      { role: 'device-scalar', name: 'b', access: 'read' },
      ...(hasZ(ending) ? [{ role: 'vector', name: 'z', length: 'n', access: 'read' } as const] : []),
      ...sumOperands(ending),
      { role: 'scalar', name: 'alpha', default: 1 },
      { role: 'scalar', name: 'beta', default: 1 },
    ];
  },
  trivial: { sizes: ['n'], scalars: [] },
  flops: ({ n = 0 }, options) => n * (3 + 2 * sumsOf(endingOf(options, 'none')).length),
  reference: linearReference,
  checks: [
    { name: 'alpha=-0.75, beta=0.5', scalars: { alpha: -0.75, beta: 0.5 } },
    { name: 'alpha=1.5, beta=0', scalars: { alpha: 1.5, beta: 0 } },
    { name: 'alpha=0, beta=-2', scalars: { alpha: 0, beta: -2 } },
    { name: 'alpha=0, beta=0', scalars: { alpha: 0, beta: 0 } },
  ],
  sharing: SHARING,
  trials: TRIALS,
};

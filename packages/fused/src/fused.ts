import type { Operand, Operation, Vector } from '@spmv/core';
import { sumsOf } from '@spmv/kernel-kit';
import type { ProductEnding } from './endings.ts';
import { endingOf, PRODUCT_ENDINGS } from './endings.ts';
import { fusedReference } from './reference.ts';

/** What y ← αAx + βy; s ← yᵀz is given. */
export type DotArguments = readonly [x: Vector, y: Vector, z: Vector, s: Vector, alpha?: number, beta?: number];
/** What y ← αAx + βy; t ← yᵀy is given. */
export type NormArguments = readonly [x: Vector, y: Vector, t: Vector, alpha?: number, beta?: number];
/** What y ← αAx + βy; s ← yᵀz, t ← yᵀy is given. */
export type DotNormArguments = readonly [
  x: Vector,
  y: Vector,
  z: Vector,
  s: Vector,
  t: Vector,
  alpha?: number,
  beta?: number,
];
/** What y ← αAx + βy; w ← δw + γy is given; gamma is a number in the memory of the backend. */
export type AxpyArguments = readonly [
  x: Vector,
  y: Vector,
  gamma: Vector,
  w: Vector,
  alpha?: number,
  beta?: number,
  delta?: number,
];
/** What a product is given: it depends on its ending. */
export type FusedArguments = DotArguments | NormArguments | DotNormArguments | AxpyArguments;

/** What an ending takes of its own. */
function ownOf(ending: ProductEnding): readonly Operand[] {
  if (ending === 'axpy')
    return [
      { role: 'device-scalar', name: 'gamma', access: 'read' },
      { role: 'vector', name: 'w', length: 'rows', access: 'update', factor: 'delta' },
    ];
  const sums = sumsOf(ending);
  return [
    ...(sums.includes('s') ? [{ role: 'vector', name: 'z', length: 'rows', access: 'read' } as const] : []),
    ...sums.map((name): Operand => ({ role: 'device-scalar', name, access: 'write', combine: 'sum' })),
  ];
}

/**
 * y ← αAx + βy that goes on with y while it has it: s ← yᵀz, t ← yᵀy, both, or w ← δw + γy. The sums and γ are numbers in the memory of the
 * backend, so that no iteration waits for the host.
 *
 * A: rows × cols, x: cols, all other vectors: rows. alpha and delta default to 1, beta to 0. Reads A and x unless α = 0, y unless β = 0, w unless δ = 0. y is in
 * the sums and in w as it was computed, before it is rounded to what is stored. z may be x; what is written must be a vector of its own. Without
 * rows the sums are 0; without entries y is βy, and goes on as such.
 *
 * Of complex numbers everything is a pair. Sums conjugate z, s ← zᴴy, and t is real. A factor without an imaginary part multiplies as a real number.
 */
export const fused: Operation<FusedArguments> = {
  kind: 'operation',
  id: 'fused',
  title: 'Sparse product with a sum or an update in the same pass',
  formula: 'y ← αAx + βy; s ← yᵀz, t ← yᵀy, or w ← δw + γy',
  sources: [
    {
      title:
        'M. Kreutzer et al., GHOST: building blocks for high performance sparse linear algebra on heterogeneous systems, Int. J. Parallel Programming 45, 2017',
    },
  ],
  options: {
    ending: {
      values: PRODUCT_ENDINGS,
      default: 'dot',
      doc: 'What is done with y besides: s ← yᵀz (dot), t ← yᵀy (norm), both (dot-norm), or w ← δw + γy (axpy).',
    },
  },
  sizes: {},
  operands: (options) => {
    const ending = endingOf(options);
    return [
      { role: 'matrix', name: 'A' },
      { role: 'vector', name: 'x', length: 'cols', access: 'read' },
      { role: 'vector', name: 'y', length: 'rows', access: 'update', factor: 'beta' },
      ...ownOf(ending),
      { role: 'scalar', name: 'alpha', default: 1 },
      { role: 'scalar', name: 'beta', default: 0 },
      ...(ending === 'axpy' ? [{ role: 'scalar', name: 'delta', default: 1 } as const] : []),
    ];
  },
  // Sums over βy, and what is added to w, are nothing that core could scale.
  trivial: { sizes: ['rows'], scalars: [] },
  flops: ({ nnz = 0, rows = 0 }, options) => 2 * nnz + 2 * rows * Math.max(1, sumsOf(endingOf(options)).length),
  reference: fusedReference,
  checks: [
    { name: 'alpha=-1, beta=1', scalars: { alpha: -1, beta: 1 } },
    { name: 'alpha=0.75, beta=-0.5, delta=0', scalars: { alpha: 0.75, beta: -0.5, delta: 0 } },
    { name: 'alpha=0, beta=2, delta=-1.5', scalars: { alpha: 0, beta: 2, delta: -1.5 } },
  ],
};

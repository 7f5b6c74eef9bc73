import type { Operation, Scalar, Vector } from '@spmv/core';
import { spmmReference } from './reference.ts';
import { mostSamples } from './samples.ts';

/** What a product Y ← αAX + βY is given. */
export type SpmmArguments = readonly [X: Vector, Y: Vector, alpha?: Scalar, beta?: Scalar];

/**
 * Sparse matrix times several vectors: Y ← αAX + βY, and Y ← αAᵀX + βY with option `transpose`.
 *
 * A: rows × cols; X has `vectors` columns and cols rows, Y as many and rows rows, or the other way round for Aᵀ. X and Y each have an order and a leading
 * dimension of their own. alpha defaults to 1, beta to 0. NaN and the infinities are numbers like any other. Reads A and X unless α = 0, reads Y
 * unless β = 0, writes all of Y and no gap. X and Y must not be the same. Column j of Y is judged as the y of a product with column j of X.
 */
export const spmm: Operation<SpmmArguments> = {
  kind: 'operation',
  id: 'spmm',
  title: 'Sparse matrix times several vectors',
  formula: 'Y ← αAX + βY',
  sources: [],
  options: {
    transpose: { values: [false, true], default: false, doc: 'Whether A is transposed: Y ← αAᵀX + βY.' },
  },
  sizes: { vectors: { default: 4, doc: 'Columns of X and Y.' } },
  operands: ({ transpose }) => [
    { role: 'matrix', name: 'A' },
    { role: 'dense', name: 'X', rows: transpose === true ? 'rows' : 'cols', cols: 'vectors', access: 'read' },
    {
      role: 'dense',
      name: 'Y',
      rows: transpose === true ? 'cols' : 'rows',
      cols: 'vectors',
      access: 'update',
      factor: 'beta',
    },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz', 'vectors'], scalars: ['alpha'] },
  flops: ({ nnz = 0, vectors = 0 }) => 2 * nnz * vectors,
  reference: (problem) => ({ Y: spmmReference(problem) }),
  judged: ({ rows = 0, cols = 0, nnz = 0, vectors = 0 }, { transpose }) => ({
    Y: mostSamples({ rows: transpose === true ? cols : rows, nnz, vectors }),
  }),
  checks: [
    { name: 'alpha=-1, beta=1', scalars: { alpha: -1, beta: 1 } },
    { name: 'alpha=0.75, beta=-0.5', scalars: { alpha: 0.75, beta: -0.5 } },
  ],
  trials: [1, 3, 8, 17].map((vectors) => ({ vectors })),
};

import type { Vector } from '../backend/vector.ts';
import { transposeCoo } from '../data/transpose-coo.ts';
import type { SplitRowRule } from '../kernel/programs/partition.ts';
import type { Operation } from '../operation/operation.ts';
import { spmvReference } from './spmv-reference.ts';

/** What a product y ← αAx + βy is given. */
export type SpmvArguments = readonly [x: Vector, y: Vector, alpha?: number, beta?: number];

/**
 * Sparse matrix times vector: y ← αAx + βy, and y ← αAᵀx + βy with option `transpose`.
 *
 * A: rows × cols; x has cols elements and y rows, or the other way round for Aᵀ. alpha defaults to 1, beta to 0. NaN and the infinities are
 * numbers like any other. Reads A and x unless α = 0, reads y unless β = 0, writes all of y. x and y must not be the same vector.
 */
export const spmv: Operation<SpmvArguments> = {
  kind: 'operation',
  id: 'spmv',
  title: 'Sparse matrix-vector product',
  formula: 'y ← αAx + βy',
  sources: [],
  options: {
    transpose: { values: [false, true], default: false, doc: 'Whether A is transposed: y ← αAᵀx + βy.' },
  },
  sizes: {},
  operands: ({ transpose }) => [
    { role: 'matrix', name: 'A' },
    { role: 'vector', name: 'x', length: transpose === true ? 'rows' : 'cols', access: 'read' },
    { role: 'vector', name: 'y', length: transpose === true ? 'cols' : 'rows', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz'], scalars: ['alpha'] },
  flops: ({ nnz = 0 }) => 2 * nnz,
  reference: ({ matrix, options, buffers, scalars, precision, stored }) => {
    const { x, y } = buffers;
    if (!matrix || !x || !y) throw new RangeError('spmv needs A, x and y');
    const coo = options['transpose'] === true ? transposeCoo(matrix) : matrix;
    const { alpha = 1, beta = 0 } = scalars;
    return { y: spmvReference({ coo, x, y, alpha, beta }, precision, stored) };
  },
  checks: [
    { name: 'alpha=-1, beta=1', scalars: { alpha: -1, beta: 1 } },
    { name: 'alpha=0.75, beta=-0.5', scalars: { alpha: 0.75, beta: -0.5 } },
  ],
};

/** How the sums of split rows end: y[row] = alpha·sum + beta·y[row]. */
export const SPLIT_ROWS_INTO_Y: SplitRowRule = { into: 'y', times: 'alpha', plus: 'beta' };

import type { Vector } from '../backend/vector.ts';
import type { Scalar } from '../data/coo.ts';
import { transposeCoo } from '../data/transpose-coo.ts';
import type { SplitRowRule } from '../kernel/programs/partition.ts';
import { hostScalar } from '../operation/host-scalar.ts';
import type { Operation } from '../operation/operation.ts';
import { spmvReference } from './spmv-reference.ts';

/** What a product y ← αAx + βy is given. */
export type SpmvArguments = readonly [x: Vector, y: Vector, alpha?: Scalar, beta?: Scalar];

/** Whether the rows of A are columns of the product's matrix. */
const isTurned = (transpose: unknown): boolean => transpose === true || transpose === 'conjugate';

/**
 * Sparse matrix times vector: y ← αAx + βy, y ← αAᵀx + βy with option `transpose`, and y ← αAᴴx + βy with `transpose: 'conjugate'`, for complex values.
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
    transpose: {
      values: [false, true, 'conjugate'],
      default: false,
      doc: 'Whether A is transposed: y ← αAᵀx + βy; or transposed and conjugated: y ← αAᴴx + βy.',
    },
  },
  sizes: {},
  operands: ({ transpose }) => [
    { role: 'matrix', name: 'A' },
    { role: 'vector', name: 'x', length: isTurned(transpose) ? 'rows' : 'cols', access: 'read' },
    { role: 'vector', name: 'y', length: isTurned(transpose) ? 'cols' : 'rows', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz'], scalars: ['alpha'] },
  flops: ({ nnz = 0 }) => 2 * nnz,
  reference: ({ matrix, complex, options: { transpose }, buffers, scalars, precision, stored }) => {
    const { x, y } = buffers;
    const A = matrix ?? complex;
    if (!A || !x || !y) throw new RangeError('spmv needs A, x and y');
    const coo = isTurned(transpose) ? transposeCoo(A, transpose === 'conjugate') : A;
    const [alpha, beta] = [hostScalar(scalars, 'alpha', 1), hostScalar(scalars, 'beta')];
    return { y: spmvReference({ coo, x, y, alpha, beta }, precision, stored) };
  },
  checks: [
    { name: 'alpha=-1, beta=1', scalars: { alpha: -1, beta: 1 } },
    { name: 'alpha=0.75, beta=-0.5', scalars: { alpha: 0.75, beta: -0.5 } },
  ],
};

/** How the sums of split rows end: y[row] = alpha·sum + beta·y[row]. */
export const SPLIT_ROWS_INTO_Y: SplitRowRule = { into: 'y', times: 'alpha', plus: 'beta' };

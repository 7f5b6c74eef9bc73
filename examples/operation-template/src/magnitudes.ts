import type { Operation, Vector } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';

/** What a product y ← α|A|x + βy is given. */
export type MagnitudesArguments = readonly [x: Vector, y: Vector, alpha?: number, beta?: number];

/**
 * Product with the absolute values of the entries: y ← α|A|x + βy. With x of ones it gives the sums of absolute values of the rows; with |x|,
 * what the error of Ax is measured by.
 *
 * A: rows × cols, x: cols, y: rows. alpha defaults to 1, beta to 0. Reads A and x unless α = 0, y unless β = 0, and writes all of y, which
 * must not be x.
 */
export const magnitudes: Operation<MagnitudesArguments> = {
  kind: 'operation',
  id: 'acme/magnitudes',
  title: 'Product with the absolute values of the entries',
  formula: 'y ← α|A|x + βy',
  sources: [
    {
      title: 'W. Oettli and W. Prager, Compatibility of approximate solution of linear equations, Numer. Math. 6, 1964',
    },
  ],
  options: {},
  sizes: {},
  operands: () => [
    { role: 'matrix', name: 'A' },
    { role: 'vector', name: 'x', length: 'cols', access: 'read' },
    { role: 'vector', name: 'y', length: 'rows', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: ['rows', 'cols', 'nnz'], scalars: ['alpha'] },
  flops: ({ nnz = 0 }) => 2 * nnz,
  // What a kernel is judged by: from the entries alone, more exact than any kernel.
  reference: ({ matrix, buffers, scalars, precision, stored }) => {
    const { x, y } = buffers;
    if (!matrix || !x || !y) throw new RangeError('the product needs A, x and y');
    const coo = { ...matrix, values: matrix.values.map(Math.abs) };
    const { alpha = 1, beta = 0 } = scalars;
    return { y: spmvReference({ coo, x, y, alpha, beta }, precision, stored) };
  },
  // Scalars that kernels are tried with, besides the defaults.
  checks: [
    { name: 'alpha=-1, beta=1', scalars: { alpha: -1, beta: 1 } },
    { name: 'alpha=0.75, beta=-0.5', scalars: { alpha: 0.75, beta: -0.5 } },
  ],
};

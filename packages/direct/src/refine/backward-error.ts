import type { CooMatrix } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';

/** What an x leaves of b, in about twice the digits of f64. */
export interface Left {
  /** b − Ax, rounded once. */
  readonly r: Float64Array;
  /** |A||x| + |b|. */
  readonly size: Float64Array;
  /** max |r|ᵢ/(|A||x| + |b|)ᵢ: x solves a system of which each entry differs by at most that part. 0/0 is 0. */
  readonly componentwise: number;
  /** ‖r‖/(‖A‖‖x‖ + ‖b‖) in the norm of the largest element: the same of A and b as a whole. */
  readonly normwise: number;
}

/**
 * The backward errors of x as a solution of Ax = b, of any shape. Reads A, x and b. O(nnz).
 * Sources: W. Oettli, W. Prager, Numer. Math. 6, 1964; N. J. Higham, Accuracy and stability of numerical algorithms, 2002, theorems 7.1 and 7.3.
 */
export function backwardError(coo: CooMatrix, x: Float64Array, b: Float64Array): Left {
  const { high: r, partial: size } = spmvReference({ coo, x, y: b, alpha: -1, beta: 1 }, 'f64');
  const { rowIndex, values } = coo;
  const sums = new Float64Array(b.length);
  for (let k = 0; k < values.length; k++) sums[rowIndex[k]] = sums[rowIndex[k]] + Math.abs(values[k]);
  let componentwise = 0;
  for (let i = 0; i < r.length; i++) {
    if (r[i] === 0) continue;
    const part = Math.abs(r[i]) / size[i];
    if (!(part <= componentwise)) componentwise = part;
  }
  const most = largest(r);
  // Divided first: the product may leave the range.
  const normwise = most === 0 ? 0 : 1 / (largest(sums) * (largest(x) / most) + largest(b) / most);
  return { r, size, componentwise, normwise };
}

/** The largest magnitude; NaN where one is. */
export function largest(x: Float64Array): number {
  let most = 0;
  for (let i = 0; i < x.length; i++) {
    const size = Math.abs(x[i]);
    if (!(size <= most)) most = size;
    if (Number.isNaN(most)) return most;
  }
  return most;
}

import type { CooMatrix } from '@spmv/core';
import type { Left } from './backward-error.ts';
import { largest } from './backward-error.ts';
import { oneNormEstimate } from './inverse-norm.ts';

/** A⁻¹b and A⁻ᵀb by factors of A, each into a new array. */
export interface Solved {
  solve(b: Float64Array): Float64Array;
  solveTransposed(b: Float64Array): Float64Array;
}

const EPSILON = 2 ** -53;

/** An estimate of κ₁(A) = ‖A‖₁‖A⁻¹‖₁; Infinity where it leaves the range. Some solutions. */
export function conditionEstimate({ shape, colIndex, values }: CooMatrix, { solve, solveTransposed }: Solved): number {
  if (shape.cols === 0) return 0;
  // A power of two near the entries, less the 2 of the estimate: neither norm leaves the range where κ does not.
  const unit = 2 ** Math.max(-1022, Math.floor(Math.log2(largest(values))) - 2);
  const sums = new Float64Array(shape.cols);
  for (let k = 0; k < values.length; k++) sums[colIndex[k]] = sums[colIndex[k]] + Math.abs(values[k] / unit);
  const times =
    (by: Solved['solve']) =>
    (y: Float64Array): Float64Array =>
      by(y.map((value) => value * unit));
  return (
    largest(sums) * oneNormEstimate({ n: shape.cols, apply: times(solve), applyTransposed: times(solveTransposed) })
  );
}

/**
 * An estimate of ‖x − A⁻¹b‖/‖x‖ in the norm of the largest element: ‖|A⁻¹|(|r| + ε(|A||x| + |b|))‖/‖x‖, where r = b − Ax is known in all its digits. It does not change where rows are scaled, and says how
 * many digits of x are right: 1 or more means none. 0 for x = 0 that leaves nothing. Some solutions.
 * Source: LAPACK Users' Guide, 1999, section 4.4.1 (xGERFS); M. Arioli, J. W. Demmel, I. S. Duff, SIAM J. Matrix Anal. Appl. 10, 1989.
 */
export function forwardError(x: Float64Array, { r, size }: Left, { solve, solveTransposed }: Solved): number {
  const n = x.length;
  const weights = size.map((value, i) => Math.abs(r[i]) + EPSILON * value);
  const most = largest(weights);
  if (n === 0 || most === 0) return 0;
  // ‖A⁻¹D‖ of rows is ‖DA⁻ᵀ‖ of columns. D is divided by its largest element, so that products stay in range.
  const weigh = (y: Float64Array): Float64Array => y.map((value, i) => value * (weights[i] / most));
  const norm = oneNormEstimate({
    n,
    apply: (y) => weigh(solveTransposed(y)),
    applyTransposed: (y) => solve(weigh(y)),
  });
  return norm * (most / largest(x));
}

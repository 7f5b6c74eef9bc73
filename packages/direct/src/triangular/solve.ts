import { checkRightSides } from '../symmetric/cholesky.ts';
import type { TriangularKernels, TriangularMatrix } from './triangular.ts';

/**
 * x of Tx = b, n elements; several right-hand sides lie one after another, n numbers each, and so do their solutions. Reads T and b; `into`, by default a new array, may be b. O(n + nnz), by the `levels` of what `nativeFronts`
 * makes, on several threads where levels are wide, or by JavaScript. Each row is summed in the order of its entries: bits do not depend on threads.
 *
 * Promised: (T + E)x = b with |E| ≤ (k + 1)ε|T|/(1 − (k + 1)ε) in a row of k entries, ε = 2⁻⁵³, whatever the condition. What leaves the range is infinite or NaN. Errors: `OPERAND.LENGTH`.
 * Source: N. J. Higham, Accuracy and stability of numerical algorithms, 2002, theorem 8.5.
 */
export function solveTriangular(
  T: TriangularMatrix,
  b: Float64Array,
  into: Float64Array = new Float64Array(b.length),
  { levels = inLevels }: TriangularKernels = {},
): Float64Array {
  checkRightSides(T.n, b, into);
  if (into !== b) into.set(b);
  for (let from = 0; from < b.length; from += T.n) levels(T, into.subarray(from, from + T.n));
  return into;
}

/** Rows are in the order of levels. */
function inLevels({ n, order, rowStart, colIndex, values, pivots }: TriangularMatrix, x: Float64Array): void {
  for (let k = 0; k < n; k++) {
    const i = order[k];
    let sum = x[i];
    const end = rowStart[k + 1];
    for (let m = rowStart[k]; m < end; m++) sum -= values[m] * x[colIndex[m]];
    x[i] = sum / pivots[k];
  }
}

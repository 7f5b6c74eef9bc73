import type { CooMatrix } from '@spmv/core';
import { PRECISIONS, transposeCoo } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';
import { shareAlong } from './exact-residual.ts';
import { largestOf, normOf } from './scale.ts';

/** The largest integer that is looked for, and how near to integers numbers in their ratio are. */
const [MOST, NEAR] = [10_000, 1e-9];
/** Roundings of a sum of products, for each of them. */
const ROUNDINGS = 4;

/** Small integers in the ratio of the elements of y, which rounding has touched; undefined where there are none. */
function integersOf(y: Float64Array): Float64Array | undefined {
  const largest = largestOf(y);
  if (largest === 0) return undefined;
  let common = 1;
  for (const value of y) {
    const at = (value / largest) * common;
    let by = 1;
    while (Math.abs(at * by - Math.round(at * by)) > NEAR) if (common * ++by > MOST) return undefined;
    common *= by;
  }
  return y.map((value) => Math.round((value / largest) * common));
}

/**
 * Whether y shows that no x, however large, leaves ‖b − Ax‖ ≤ target: integers in its ratio are at right angles to all columns of A exactly, and not to b. Rounding hides nothing of such sums, and A is as it was given,
 * not as it was scaled. Where y has no such ratio nothing is shown.
 */
export function isShownBy(y: Float64Array, A: CooMatrix, b: Float64Array, target: number): boolean {
  const x = integersOf(y);
  if (!x) return false;
  const rounded = ROUNDINGS * b.length * PRECISIONS.f64.unitRoundoff * normOf(b);
  if (!(Math.abs(shareAlong(x, b)) > target + rounded)) return false;
  const coo = transposeCoo(A);
  const none = new Float64Array(coo.shape.rows);
  return spmvReference({ coo, x, y: none, alpha: 1, beta: 0 }, 'f64').high.every((value) => value === 0);
}

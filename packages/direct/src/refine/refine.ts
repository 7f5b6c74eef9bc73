import type { CooMatrix } from '@spmv/core';
import type { Left } from './backward-error.ts';
import { backwardError } from './backward-error.ts';

/** How a solution may be refined. */
export interface RefinedSolution extends Left {
  readonly x: Float64Array;
  /** Corrections that were made. */
  readonly steps: number;
}

/** Corrections at most, and what each has to leave of the backward error. */
const [MOST, GAIN] = [10, 0.5];
/** A backward error of so many roundings is as good as there is. */
const ROUNDINGS = 2;
const EPSILON = 2 ** -53;

/**
 * Iterative refinement: r = b − Ax in about twice the digits of f64, Ad ≈ r by the factors, x ← x + d, until the componentwise backward error is 2⁻⁵² or falls by less than half. `solve` writes an approximation of A⁻¹b into a new
 * array; it need not be exact, and pivots that were not the largest are made good by it.
 *
 * Source: N. J. Higham, Accuracy and stability of numerical algorithms, 2002, chapter 12; M. Arioli, J. W. Demmel, I. S. Duff, SIAM J. Matrix Anal. Appl. 10, 1989.
 */
export function refined(
  coo: CooMatrix,
  b: Float64Array,
  solve: (b: Float64Array) => Float64Array,
  begin: Float64Array = solve(b),
): RefinedSolution {
  let best = { x: begin, ...backwardError(coo, begin, b) };
  let steps = 0;
  while (steps < MOST && best.componentwise > ROUNDINGS * EPSILON) {
    const d = solve(best.r);
    const x = best.x.map((value, j) => value + d[j]);
    const next = { x, ...backwardError(coo, x, b) };
    steps++;
    const isBetter = next.componentwise < best.componentwise;
    const isMuch = next.componentwise <= GAIN * best.componentwise;
    if (isBetter) best = next;
    if (!isMuch) break;
  }
  return { ...best, steps };
}

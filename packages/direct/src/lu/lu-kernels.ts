import type { LuFactor } from './factor.ts';
import type { ColumnKernels } from './work.ts';

/** What computes with LU by columns. Default: JavaScript. */
export interface LuKernels extends ColumnKernels {
  /** Numbers of the factor for other values by the pivots that there are: the first column whose pivot is less than `least` of the largest candidate, −1 where there is none, and that candidate. */
  readonly again?: (factor: LuFactor, least: number) => readonly [step: number, most: number];
  /** x of Ax = b into `x`, which may be b; false, and nothing written, where the largest scaled element of b is not between `least` and `most`. */
  readonly solveColumns?: (factor: LuFactor, b: Float64Array, x: Float64Array, least: number, most: number) => boolean;
}

import type { LuFactor } from './factor.ts';
import type { ColumnKernels } from './work.ts';

/** What computes with LU by columns. Default: JavaScript. */
export interface LuKernels extends ColumnKernels {
  /** Numbers of the factor for other values by the pivots that there are: the first column whose pivot is less than `least` of the largest candidate, −1 where there is none, and that candidate. */
  readonly again?: (factor: LuFactor, least: number) => readonly [step: number, most: number];
  /** w ← (LU)⁻¹w over places, with what is above blocks. */
  readonly places?: (factor: LuFactor, w: Float64Array) => void;
}

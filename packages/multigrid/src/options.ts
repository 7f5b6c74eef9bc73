import type { OptionRules } from '@spmv/core';
import { anyOption, countOption, numberOption } from '@spmv/core';

/** How a hierarchy is made. */
export interface MultigridOptions {
  /**
   * `classical`: points of the fine grid are points of the coarse one, for matrices like those of one unknown a point (PMIS, extended+i interpolation). `aggregation`: groups of points are one, for systems such as elasticity
   * (smoothed aggregation). Default: `aggregation` where `nearNull` is given.
   */
  readonly coarsening?: 'classical' | 'aggregation';
  /** Vectors that A makes small, as the rigid motions of a body, each with an element for each row. Default: ones. */
  readonly nearNull?: readonly ArrayLike<number>[];
  /** Rows of A that follow one another and are one point; aggregation alone. Default 1. */
  readonly blockSize?: number;
  /** θ: couplings below that part of the largest (classical), or of √(aᵢᵢaⱼⱼ) (aggregation), are weak. Default 0.25, or 0.08. */
  readonly strength?: number;
  /** Default `chebyshev`, of degree two. */
  readonly smoother?: 'chebyshev' | 'l1-jacobi';
  /** Rows up to which a level is solved by its inverse, at most 512. Default 256. */
  readonly coarsestRows?: number;
  /** Of what is random in the choice of points. Default 1. */
  readonly seed?: number;
}

export const MULTIGRID_RULES: OptionRules<MultigridOptions> = {
  coarsening: { words: "'classical' or 'aggregation'", is: (one) => one === 'classical' || one === 'aggregation' },
  nearNull: anyOption,
  blockSize: countOption(1),
  strength: numberOption(0, 1),
  smoother: { words: "'chebyshev' or 'l1-jacobi'", is: (one) => one === 'chebyshev' || one === 'l1-jacobi' },
  coarsestRows: {
    words: 'an integer from 1 to 512',
    is: (one) => Number.isInteger(one) && (one as number) >= 1 && (one as number) <= 512,
  },
  seed: countOption(0),
};

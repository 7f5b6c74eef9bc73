import type { CooMatrix, Disposal } from '@spmv/core';
import type { Space } from '../space/space.ts';
import type { LinearMap } from '../space/step.ts';
import type { Facts } from './facts.ts';

/** A matrix in a space, with what is known of it: what the solvers work on. Made by `hostSystem` and `deviceSystem`. */
export interface System extends Disposal {
  /** A space for its maps. Whoever makes it disposes of it. */
  newSpace(): Space;
  readonly A: LinearMap;
  /** Aᵀ. Errors: `SOLVER.UNFIT` where there is none. */
  transposed(): Promise<LinearMap>;
  readonly facts: Facts;
  /** The entries, where there are any: preconditioners are made of them. */
  readonly coo?: CooMatrix;
  /** A bound of ‖A‖₂ by its entries, where there are any. */
  readonly norm?: () => number;
  /** Frees what was made for it; what it was made of stays. */
  dispose(): Promise<void>;
}

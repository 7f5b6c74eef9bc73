import type { CooMatrix, Disposal } from '@spmv/core';
import type { Hierarchy, ResidentHierarchy } from '@spmv/multigrid';
import type { Space } from '../space/space.ts';
import type { LinearMap } from '../space/step.ts';
import type { Facts } from './facts.ts';
import type { SolverCache } from './kept.ts';

/** Levels of the host, or that a device holds. */
export type MadeLevels = Hierarchy | ResidentHierarchy;

/** A matrix in a space, with what is known of it: what the solvers work on. Made by `hostSystem` and `deviceSystem`. */
export interface System extends Disposal {
  /** A space for its maps: of a complex matrix one of complex numbers. Whoever makes it disposes of it. */
  newSpace(): Space;
  /** Of a complex matrix the same in a space of the parts of numbers, each a number of its own. Errors: `SOLVER.UNFIT` where there is none. */
  readonly split?: () => Promise<System>;
  readonly A: LinearMap;
  /** What preconditioners keep from one solve to the next. */
  readonly kept: SolverCache;
  /** Aᵀ. Errors: `SOLVER.UNFIT` where there is none. */
  transposed(): Promise<LinearMap>;
  readonly facts: Facts;
  /** The entries, where there are any: preconditioners are made of them. */
  readonly coo?: CooMatrix;
  /** The levels of multigrid, made when they are first asked for and kept: other right-hand sides are solved with the same. Others have their turn meanwhile. Errors: the reason of the signal. */
  readonly hierarchy?: (signal?: AbortSignal) => Promise<Hierarchy>;
  /** The same made by the device, which holds them; absent where it makes none, undefined where the host has to. Errors: the reason of the signal, `BACKEND.OUT_OF_MEMORY`. */
  readonly residentLevels?: (signal?: AbortSignal) => Promise<ResidentHierarchy | undefined>;
  /** Levels where they are made already, or those of earlier values, for a system of other values in the same places: to which those of a device belong from then on. */
  readonly madeLevels?: () => Promise<MadeLevels | undefined>;
  /** Whether a symmetric matrix is of the kind that levels are for. */
  readonly fitsLevels?: () => boolean;
  /** Frees what was made for it; what it was made of stays. */
  dispose(): Promise<void>;
}

/** Of a complex matrix the same with real and imaginary parts as numbers of their own. Errors: `SOLVER.UNFIT` where there is none. */
export const inParts = async (system: System): Promise<System> => (await system.split?.()) ?? system;

import type { Apply } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import type { LinearMap } from '../space/step.ts';
import { product } from '../space/steps.ts';
import type { System } from '../system/system.ts';

/** Names of preconditioners. `ssor`, `ic0`, `ict`, `ilu0` and `ilut` go row by row, on processors alone. */
export type PreconditionerId =
  | 'none'
  | 'jacobi'
  | 'block-jacobi'
  | 'schur'
  | 'chebyshev'
  | 'multigrid'
  | 'ssor'
  | 'ic0'
  | 'ict'
  | 'ilu0'
  | 'ilut';

/** Makes z ← M⁻¹r for a matrix. */
export interface Preconditioner {
  readonly id: PreconditionerId;
  readonly title: string;
  /** M⁻¹ of a complex matrix, made of real and imaginary parts as numbers of their own, is no complex linear map: methods then compute in real arithmetic, too. */
  readonly splitsPairs?: true;
  /** M⁻¹ is a function of the host, of no space: it serves other right-hand sides, too. */
  readonly isOfHost?: true;
  /** M⁻¹ as a linear map, or as steps. Errors: `SOLVER.PRECONDITIONER` with what does fit; the reason of the signal. */
  prepare(system: System, space: Space, signal?: AbortSignal): Promise<LinearMap | Apply>;
}

/** z ← α·M⁻¹r by a linear map, and rᵀz. */
export function applying(inverse: LinearMap, alpha = 1): Apply {
  return (r, z, s) => [product(inverse, r, z, { alpha, ...(s ? { dot: [r, s] } : {}) })];
}

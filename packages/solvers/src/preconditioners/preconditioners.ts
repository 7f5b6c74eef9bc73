import { blockJacobi } from './block-jacobi.ts';
import { chebyshev } from './chebyshev.ts';
import { ic0 } from './ic0.ts';
import { ict } from './ict.ts';
import { ilu0 } from './ilu0.ts';
import { ilut } from './ilut.ts';
import { jacobi } from './jacobi.ts';
import { multigrid } from './multigrid.ts';
import type { Preconditioner, PreconditionerId } from './preconditioner.ts';
import { schur } from './schur.ts';
import { ssor } from './ssor.ts';

/** The preconditioners, by name. */
export const PRECONDITIONERS: Readonly<Record<Exclude<PreconditionerId, 'none'>, Preconditioner>> = {
  jacobi,
  'block-jacobi': blockJacobi,
  schur,
  chebyshev,
  multigrid,
  ssor,
  ic0,
  ict,
  ilu0,
  ilut,
};

import type { CooMatrix } from '@spmv/core';
import type { SolveOptions } from '@spmv/solvers';
import { hostSystem, solve } from '@spmv/solvers';
import type { MatrixFault } from '../matrix/protocol.ts';
import { problemOf } from '../matrix/problem.ts';

/** A way to solve Ax = b. */
export interface SolveWay {
  readonly id: string;
  readonly title: string;
  readonly options: SolveOptions;
}

/** What came of one. */
export interface SolvedWay {
  readonly id: string;
  readonly title: string;
  readonly converged: boolean;
  /** How it ended, in a sentence. */
  readonly message: string;
  readonly iterations: number;
  /** Milliseconds before the first iteration, and of all of them; of factors together. */
  readonly setupMs: number;
  readonly iterationMs: number;
  readonly relativeResidual: number;
  /** ‖b − Ax‖/‖b‖ after so many iterations. */
  readonly history: readonly { readonly iteration: number; readonly residual: number }[];
  readonly x: Float64Array;
}

/** What is told while a matrix is solved. */
export type SolveMessage =
  | { readonly kind: 'begins'; readonly title: string }
  | { readonly kind: 'solved'; readonly solved: SolvedWay }
  | { readonly kind: 'failed'; readonly id: string; readonly title: string; readonly problem: MatrixFault }
  | { readonly kind: 'ended' };

/** Part of ‖b‖ that is to be left, and the most iterations. */
const [RTOL, MOST] = [1e-8, 2000];

const DIRECT: SolveWay = { id: 'direct', title: 'Direct: factors of A', options: { method: 'direct' } };
const OF_SYMMETRIC: readonly SolveWay[] = [
  { id: 'jacobi', title: 'Conjugate gradients, Jacobi', options: { method: 'cg', M: 'jacobi', maxiter: MOST } },
  {
    id: 'multigrid',
    title: 'Conjugate gradients, multigrid',
    options: { method: 'cg', M: 'multigrid', maxiter: MOST },
  },
  DIRECT,
];
const OF_OTHERS: readonly SolveWay[] = [
  { id: 'gmres', title: 'GMRES', options: { method: 'gmres', maxiter: MOST } },
  { id: 'ilut', title: 'BiCGSTAB, incomplete LU', options: { method: 'bicgstab', M: 'ilut', maxiter: MOST } },
  DIRECT,
];
const OF_OBLONG: readonly SolveWay[] = [{ id: 'lsqr', title: 'LSQR', options: { method: 'lsqr', maxiter: MOST } }];

/** Solves Ax = b, b being ones, by each of the ways that a matrix of its kind has, one after another. Never throws: what went wrong is told. */
export async function solveMatrix(coo: CooMatrix, tell: (message: SolveMessage) => void): Promise<void> {
  const { rows, cols } = coo.shape;
  const b = new Float64Array(rows).fill(1);
  const size = Math.sqrt(rows);
  try {
    const system = await hostSystem(coo);
    const ways = rows !== cols ? OF_OBLONG : system.facts.isSymmetric ? OF_SYMMETRIC : OF_OTHERS;
    for (const { id, title, options } of ways) {
      tell({ kind: 'begins', title });
      try {
        const found = await solve(system, b, { ...options, rtol: RTOL });
        const { converged, message, iterations, setupMs, iterationMs, relativeResidual } = found;
        tell({
          kind: 'solved',
          solved: {
            id,
            title,
            converged,
            message,
            iterations,
            setupMs,
            iterationMs,
            relativeResidual,
            history: found.history.map((check) => ({ iteration: check.iteration, residual: check.residual / size })),
            x: Float64Array.from(found.x),
          },
        });
      } catch (error) {
        tell({ kind: 'failed', id, title, problem: problemOf(error) });
      }
    }
  } catch (error) {
    tell({ kind: 'failed', id: 'all', title: 'Solving', problem: problemOf(error) });
  }
  tell({ kind: 'ended' });
}

import type { Shape, StoredMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { bringMatrix, checkPetscMatrix } from './bring-matrix.ts';
import { shapeOfFile } from './load.ts';
import { OPS } from './native.ts';
import type { PetscOptions } from './options.ts';
import { createPetscVector } from './petsc-vector.ts';
import { ready } from './ready.ts';
import type { RankTeam } from './team.ts';
import { openTeam } from './team.ts';

/** Methods, in the order of their numbers in worker/solve.cpp. */
const METHODS = ['cg', 'gmres', 'bicgstab'] as const;
/** Preconditioners, as well. */
const PRECONDITIONERS = ['none', 'jacobi', 'ssor', 'ilu0', 'ic0'] as const;

/** How PETSc is to solve Ax = b. Names, defaults and the test of convergence are those of `solve` of `@spmv/solvers`. */
export interface PetscSolveOptions extends PetscOptions {
  /** Default `cg`. */
  readonly method?: (typeof METHODS)[number];
  /** Default `jacobi`. `ssor`, `ilu0` and `ic0` work on the diagonal block of each rank, which with one rank is all of A. */
  readonly M?: (typeof PRECONDITIONERS)[number];
  /** Part of ‖b‖ that ‖b − Ax‖ may be. Default 1e-5. */
  readonly rtol?: number;
  /** What ‖b − Ax‖ may be in any case. Default 0. */
  readonly atol?: number;
  /** Most iterations. Default ten times the columns, at least 100. */
  readonly maxiter?: number;
  /** Where to begin. Default zeros. */
  readonly x0?: ArrayLike<number>;
  /** GMRES: iterations after which it begins anew. Default 30. */
  readonly restart?: number;
}

/** What came of it. */
export interface PetscSolution {
  readonly x: Float64Array;
  /** As KSP says. */
  readonly converged: boolean;
  /** `KSPConvergedReason`: positive where it converged, −3 at the limit of iterations. */
  readonly reason: number;
  readonly iterations: number;
  /** ‖b − Ax‖, computed anew. */
  readonly residual: number;
  /** Seconds of making the preconditioner, and of the iterations, by rank 0. */
  readonly setUpSeconds: number;
  readonly solveSeconds: number;
  readonly ranks: number;
}

function outOfRange(name: string, value: unknown, fix: string): SpmvError {
  return new SpmvError('PARAM.OUT_OF_RANGE', `${name} is ${String(value)}.`, { fix, details: { name, value } });
}

function numberOf(name: string, value: number, least: number): number {
  if (value >= least && value < Infinity) return value;
  throw outOfRange(name, value, `Give ${name} a number of at least ${least}.`);
}

function indexOf(name: string, value: string, list: readonly string[]): number {
  const found = list.indexOf(value);
  if (found >= 0) return found;
  throw outOfRange(name, value, `Give one of: ${list.join(', ')}.`);
}

function checkShape({ rows, cols }: Shape, length: number): void {
  if (rows === cols && rows === length && rows > 0) return;
  throw new SpmvError('OPERAND.LENGTH', `A is ${rows} × ${cols} and b has ${length} elements.`, {
    fix: 'Give a square A of at least one row, and b as many elements.',
    details: { rows, cols, length },
  });
}

/** Solves with a team that is there. */
async function solveWith(team: RankTeam, b: ArrayLike<number>, command: SolveCommand) {
  const [right, x, result] = [b.length, b.length, 5].map((length) => createPetscVector(team.arena, length));
  if (!right || !x || !result) throw new RangeError('three vectors were made');
  right.elements.set(b);
  if (command.x0) x.elements.set(command.x0);
  const { method, preconditioner, maxiter, restart, rtol, atol } = command;
  const numbers = [right.offset, x.offset, method, preconditioner, maxiter, restart, result.offset] as const;
  team.push(OPS.solve, 1, numbers, rtol, atol);
  team.wait();
  const [iterations = 0, reason = 0, residual = 0, setUpSeconds = 0, solveSeconds = 0] = result.elements;
  return { x: x.elements.slice(), converged: reason > 0, reason, iterations, residual, setUpSeconds, solveSeconds };
}

interface SolveCommand {
  readonly x0: ArrayLike<number> | undefined;
  readonly method: number;
  readonly preconditioner: number;
  readonly maxiter: number;
  readonly restart: number;
  readonly rtol: number;
  readonly atol: number;
}

/**
 * Solves Ax = b by PETSc's KSP, on ranks that are started for it: the peer of `solve` of `@spmv/solvers`. A path names a file in PETSc's binary format, of which every rank reads its rows, so that A may be larger than this process holds. It has converged where ‖b − Ax‖ ≤ max(rtol·‖b‖, atol); GMRES and BiCGSTAB
 * are preconditioned from the right for that.
 *
 * Errors: `FILE.FORMAT`, `PARAM.OUT_OF_RANGE`, `OPERAND.LENGTH`, `KERNEL.WRONG_FORMAT`, and those of opening the backend.
 */
export async function petscSolve(
  matrix: StoredMatrix | string,
  b: ArrayLike<number>,
  options: PetscSolveOptions = {},
): Promise<PetscSolution> {
  const { method = 'cg', M = 'jacobi', rtol = 1e-5, atol = 0, maxiter, x0, restart = 30, ...own } = options;
  if (typeof matrix !== 'string') checkPetscMatrix(matrix);
  const shape = typeof matrix === 'string' ? await shapeOfFile(matrix) : matrix.shape;
  checkShape(shape, b.length);
  if (x0 && x0.length !== b.length) throw outOfRange('x0.length', x0.length, `Give x0 ${b.length} elements.`);
  const command: SolveCommand = {
    x0,
    method: indexOf('method', method, METHODS),
    preconditioner: indexOf('M', M, PRECONDITIONERS),
    maxiter: Math.trunc(numberOf('maxiter', maxiter ?? Math.max(100, 10 * b.length), 0)),
    restart: Math.trunc(numberOf('restart', restart, 1)),
    rtol: numberOf('rtol', rtol, 0),
    atol: numberOf('atol', atol, 0),
  };
  const { petsc, native, settings } = await ready(own, {});
  const team = await openTeam(petsc, native, settings);
  try {
    await bringMatrix(team, matrix, shape, settings);
    return { ...(await solveWith(team, b, command)), ranks: settings.ranks };
  } finally {
    await team.end();
  }
}

import { SpmvError, suggestNames } from '@spmv/core';
import type { Check } from '../iterate/history.ts';
import type { MethodId } from '../methods/method.ts';
import type { PreconditionerId } from '../preconditioners/preconditioner.ts';
import type { HostFunction } from '../space/step.ts';

/** How to solve Ax = b. Named as SciPy names them. */
export interface SolveOptions {
  /**
   * Default: by what is known of the matrix; where that does not solve the system and no `M` is given, methods follow that ask less of a matrix, from the best x so far.
   * `SolveResult.chosen` says which and why. One that is named is the only one.
   */
  readonly method?: MethodId;
  /** Part of ‖b‖ that ‖b − Ax‖ may be. Default 1e-5. */
  readonly rtol?: number;
  /** What ‖b − Ax‖ may be in any case: it has to be ≤ max(rtol·‖b‖, atol). Default 0. */
  readonly atol?: number;
  /** Most iterations, of all methods that follow one another. Default: ten times the columns, at least 100, for each of them. */
  readonly maxiter?: number;
  /** Where to begin. Default zeros. */
  readonly x0?: ArrayLike<number>;
  /**
   * The preconditioner M ≈ A, by name, or as a function y ← M⁻¹x of the host. Default: Jacobi for CG where the diagonal is positive, none otherwise; `none` says so.
   */
  readonly M?: PreconditionerId | HostFunction;
  /** GMRES: iterations after which it begins anew. Default 30. */
  readonly restart?: number;
  /** Called after each check with iterations and ‖b − Ax‖ as the method has it; not after each iteration. */
  readonly callback?: (check: Check) => void;
  /** Iterations between checks. Default: each where reading waits for nothing, else a share of those so far. */
  readonly checkEvery?: number;
  /** Ends it at the next check, with what was reached. */
  readonly signal?: AbortSignal;
}

/** Fewest iterations that the default of `maxiter` allows. */
const LEAST_ITERATIONS = 100;

/** Most iterations for so many columns. */
export function maxiterOf({ maxiter }: Pick<SolveOptions, 'maxiter'>, cols: number): number {
  return maxiter ?? Math.max(LEAST_ITERATIONS, 10 * cols);
}

/** Errors: `PARAM.OUT_OF_RANGE`. */
export function checkNumber(name: string, value: number | undefined, least: number, isCount: boolean): void {
  if (value === undefined || (value >= least && (isCount ? Number.isInteger(value) : value < Infinity))) return;
  throw new SpmvError('PARAM.OUT_OF_RANGE', `${name} is ${value}.`, {
    fix: `Give ${name} ${isCount ? 'an integer' : 'a number'} of at least ${least}.`,
    details: { name, value, least },
  });
}

/** By its name. Errors: `PARAM.UNKNOWN`. */
export function named<T>(what: string, table: Readonly<Record<string, T>>, id: string): T {
  const found = Object.hasOwn(table, id) ? table[id] : undefined;
  if (found) return found;
  throw new SpmvError('PARAM.UNKNOWN', `There is no ${what} '${id}'.`, {
    fix: suggestNames(id, Object.keys(table)),
    details: { id, known: Object.keys(table) },
  });
}

/** The names of all options of `solve`. */
export const SOLVE_OPTIONS: Readonly<Record<keyof SolveOptions, true>> = {
  method: true,
  rtol: true,
  atol: true,
  maxiter: true,
  x0: true,
  M: true,
  restart: true,
  callback: true,
  checkEvery: true,
  signal: true,
};

/** Errors: `PARAM.OUT_OF_RANGE`. */
export function checkOptions({ rtol, atol, maxiter, restart, checkEvery }: SolveOptions): void {
  checkNumber('rtol', rtol, 0, false);
  checkNumber('atol', atol, 0, false);
  checkNumber('maxiter', maxiter, 0, true);
  checkNumber('restart', restart, 1, true);
  checkNumber('checkEvery', checkEvery, 1, true);
}

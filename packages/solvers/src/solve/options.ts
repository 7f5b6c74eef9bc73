import type { LinearOperator, OptionRule, OptionRules, ValueArray } from '@spmv/core';
import {
  anyOption,
  countOption,
  functionOption,
  numberOption,
  shown,
  signalOption,
  SpmvError,
  suggestNames,
} from '@spmv/core';
import type { Hierarchy } from '@spmv/multigrid';
import type { Check } from '../iterate/history.ts';
import type { MethodId } from '../methods/method.ts';
import type { PreconditionerId } from '../preconditioners/preconditioner.ts';

/** How to solve Ax = b. Named as SciPy names them. */
export interface SolveOptions {
  /**
   * Default: by what is known of the matrix; where that does not solve the system and no `M` is given, methods follow that ask less of a matrix, from the best x so far.
   * Factors come first where they are expected to be cheap and neither `x0` nor `maxiter` asks for iterations. `SolveResult.chosen` says which and why. One that is named is the only one; `direct`: LLᵀ, LDLᵀ or LU, whichever suits.
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
   * The preconditioner M ≈ A, by name, or z ← M⁻¹r over arrays of the host, as `inverse` makes one of another system; it is applied to r and z alone; or levels of multigrid that were made with options of their own. Default: Jacobi for CG where the diagonal is positive, none otherwise; `none` says so.
   */
  readonly M?: PreconditionerId | LinearOperator<ValueArray> | Hierarchy;
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

/** By its name. Errors: `PARAM.UNKNOWN`. */
export function named<T>(what: string, table: Readonly<Record<string, T>>, id: string): T {
  const found = Object.hasOwn(table, id) ? table[id] : undefined;
  if (found) return found;
  throw new SpmvError('PARAM.UNKNOWN', `There is no ${what} ${typeof id === 'string' ? `'${id}'` : shown(id)}.`, {
    fix: suggestNames(id, Object.keys(table)),
    details: { id, known: Object.keys(table) },
  });
}

/** A share, a tolerance: a number from 0 on that is finite. */
export const share: OptionRule = numberOption(0, Number.MAX_VALUE);

/** Numbers of any kind in a row. */
export const numbers: OptionRule = {
  words: 'an array of numbers',
  is: (value) => typeof value === 'object' && value !== null && 'length' in value,
};

export const SOLVE_RULES: OptionRules<SolveOptions> = {
  // By their names, where they are taken.
  method: anyOption,
  M: { ...anyOption, elsewhere: ['precond', 'preconditioner'] },
  rtol: { ...share, elsewhere: ['tol', 'tolerance'] },
  atol: share,
  maxiter: { ...countOption(0), elsewhere: ['maxiterations', 'iterations'] },
  x0: { ...numbers, elsewhere: ['guess'] },
  restart: countOption(1),
  callback: functionOption,
  checkEvery: countOption(1),
  signal: signalOption,
};

import { checkOptions, SpmvError } from '@spmv/core';
import type { System } from '../system/system.ts';
import type { Attempt } from './attempt.ts';
import type { Chosen } from './choose.ts';
import { chooseMethod } from './choose.ts';
import { checkFinite, checkSize, checkSystem } from './given.ts';
import { attemptChosen, solveOnwards } from './onwards.ts';
import type { Held } from './held.ts';
import type { SolveOptions } from './options.ts';
import { SOLVE_RULES } from './options.ts';
import type { SolveResult } from './result.ts';
import { isDirect } from './solvers.ts';
import { solveOne } from './solve-one.ts';
import type { OneMethod } from './task.ts';

/**
 * Solves Ax = b, or min ‖b − Ax‖ where A is not square, until ‖b − Ax‖ ≤ max(rtol·‖b‖, atol), which is computed anew from x before it is said. Vectors and numbers stay where the
 * products are computed; the host looks at a number now and then.
 *
 * A: m × n, b: m, x: n elements. Reads b and x0, and changes nothing of them. b is scaled by a power of two, so that no ‖b‖² leaves the range.
 *
 * What did not converge is no error that is thrown: the result says why, with `error` naming what does fit. Not promised: that a method converges that
 * fits, or the number of iterations.
 *
 * Errors: `SOLVER.UNFIT` for a method that needs another matrix, `SOLVER.PRECONDITIONER`, `SOLVER.NOT_FINITE` for NaN or infinities in A, b or x0; `OPERAND.LENGTH`, `OPERAND.TYPE`; `PARAM.UNKNOWN`,
 * `PARAM.OUT_OF_RANGE` for options.
 */
export function solve(system: System, b: ArrayLike<number>, options: SolveOptions = {}): Promise<SolveResult> {
  return solveHolding(system, b, options);
}

/** The same with what was made for another b, and leaving what was made for this one. */
export async function solveHolding(
  system: System,
  b: ArrayLike<number>,
  options: SolveOptions,
  held?: Held,
): Promise<SolveResult> {
  checkSystem('A', system);
  checkOptions('solve', options, SOLVE_RULES);
  const { method: given = 'gmres', restart } = options;
  if (restart !== undefined && given !== 'gmres')
    throw new SpmvError('PARAM.REJECTED', `restart is of gmres, and method is ${given}.`, {
      fix: "Leave out restart, or use method: 'gmres'.",
      details: { restart, method: given },
    });
  if (options.method && isDirect(options.method))
    for (const name of ['x0', 'maxiter'] as const)
      if (options[name] !== undefined)
        throw new SpmvError('PARAM.REJECTED', `${name} is of iterations, and method is ${options.method}.`, {
          fix: `Leave out ${name}, or the method.`,
          details: { name, method: options.method },
        });
  const { A, facts } = system;
  checkSize('b', b, A.shape.rows, 'row');
  if (options.x0) checkSize('x0', options.x0, A.shape.cols, 'column');
  checkFinite(facts, b, options.x0);
  // What is asked is what was there at the call.
  const right = new Float64Array(b);
  const asked: SolveOptions = { ...options, ...(options.x0 ? { x0: Float64Array.from(options.x0) } : {}) };
  const attempt = (one: OneMethod): Promise<Attempt> => solveOne(system, right, held ? { ...one, held } : one);
  const { method: named, M } = options;
  // Whoever names both asks what becomes of them.
  if (named !== undefined && M !== undefined) return (await attempt({ ...asked, method: named, M })).result;
  const automatic = chooseMethod(system, M);
  if (named === undefined && M === undefined) {
    const { rows, cols } = facts.shape;
    const nnz = system.coo?.values.length;
    return solveOnwards(
      automatic,
      asked,
      attempt,
      rows === cols && nnz !== undefined ? { n: rows, nnz } : undefined,
      held,
    );
  }
  const { method = automatic.method } = options;
  if (M !== undefined) return { ...(await attempt({ ...asked, method, M })).result, chosen: automatic.reasons };
  const pair: Chosen = { method, M: method === automatic.method ? automatic.M : 'none', reasons: [] };
  const [{ result }, chosen] = await attemptChosen(pair, (one) => attempt({ ...asked, ...one }));
  return { ...result, chosen };
}

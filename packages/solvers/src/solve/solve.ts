import { SpmvError, suggestNames } from '@spmv/core';
import { iterate } from '../iterate/iterate.ts';
import type { Apply, Method, Problem } from '../methods/method.ts';
import { METHODS } from '../methods/methods.ts';
import type { PreconditionerId } from '../preconditioners/preconditioner.ts';
import { callsHost } from '../preconditioners/preconditioner.ts';
import { PRECONDITIONERS } from '../preconditioners/preconditioners.ts';
import type { Space } from '../space/space.ts';
import type { HostFunction } from '../space/step.ts';
import type { System } from '../system/system.ts';
import { chooseMethod } from './choose.ts';
import { describe } from './describe.ts';
import { checkFit } from './fit.ts';
import { checkFinite, checkSize } from './given.ts';
import { imageShareOf } from './image-share.ts';
import { solveOnwards } from './onwards.ts';
import type { SolveOptions } from './options.ts';
import { checkOptions, maxiterOf } from './options.ts';
import type { SolveResult } from './result.ts';
import { roundingOf } from './rounding.ts';
import { divide, normOf, scaled, scaleOf } from './scale.ts';

/** By its name. Errors: `PARAM.UNKNOWN`. */
function named<T>(what: string, table: Readonly<Record<string, T>>, id: string): T {
  const found = Object.hasOwn(table, id) ? table[id] : undefined;
  if (found) return found;
  throw new SpmvError('PARAM.UNKNOWN', `There is no ${what} '${id}'.`, {
    fix: suggestNames(id, Object.keys(table)),
    details: { id, known: Object.keys(table) },
  });
}

/** z ← M⁻¹r, and its name. Errors: `SOLVER.PRECONDITIONER`. */
async function preconditionerOf(
  method: Method,
  M: PreconditionerId | HostFunction,
  system: System,
  space: Space,
): Promise<{ readonly name: string; readonly apply?: Apply }> {
  if (M === 'none') return { name: 'none' };
  if (method.preconditioner === 'none')
    throw new SpmvError('SOLVER.PRECONDITIONER', `${method.id} takes no preconditioner.`, {
      fix: "Use M: 'none', or scale the columns of the matrix beforehand.",
    });
  if (typeof M === 'function') return { name: 'a function', apply: callsHost(M) };
  return { name: M, apply: await named('preconditioner', PRECONDITIONERS, M).prepare(system, space) };
}

/**
 * Solves Ax = b, or min ‖b − Ax‖ where A is not square, until ‖b − Ax‖ ≤ max(rtol·‖b‖, atol), which is computed anew from x before it is said. Vectors and numbers stay where the
 * products are computed; the host looks at a number now and then.
 *
 * A: m × n, b: m, x: n elements. Reads b and x0, and changes nothing of them. b is scaled by a power of two, so that no ‖b‖² leaves the range.
 *
 * What did not converge is no error that is thrown: the result says why, with `error` naming what does fit. Not promised: that a method converges that
 * fits, or the number of iterations.
 *
 * Errors: `SOLVER.UNFIT` for a method that needs another matrix, `SOLVER.PRECONDITIONER`, `SOLVER.NOT_FINITE` for NaN or infinities in A, b or x0; `OPERAND.LENGTH`; `PARAM.UNKNOWN`,
 * `PARAM.OUT_OF_RANGE` for options.
 */
export async function solve(system: System, b: ArrayLike<number>, options: SolveOptions = {}): Promise<SolveResult> {
  checkOptions(options);
  const { A, facts } = system;
  checkSize('b', b, A.rows, 'row');
  if (options.x0) checkSize('x0', options.x0, A.cols, 'column');
  checkFinite(facts, b, options.x0);
  const attempt = async (chosen: Attempted): Promise<SolveResult> => {
    const startMs = performance.now();
    const space = system.newSpace();
    try {
      return await solveIn(space, system, b, chosen, startMs);
    } finally {
      await space.dispose();
    }
  };
  const automatic = chooseMethod(system);
  if (options.method === undefined && options.M === undefined) return solveOnwards(system, automatic, options, attempt);
  // Whoever names a method or a preconditioner asks what becomes of it.
  const { method = automatic.method } = options;
  const { M = method === automatic.method ? automatic.M : 'none' } = options;
  const found = await attempt({ ...options, method, M });
  return options.method === undefined ? { ...found, chosen: automatic.reasons } : found;
}

/** One method with one preconditioner. */
type Attempted = SolveOptions & Required<Pick<SolveOptions, 'method' | 'M'>>;

async function solveIn(
  space: Space,
  system: System,
  b: ArrayLike<number>,
  options: Attempted,
  startMs: number,
): Promise<SolveResult> {
  const { A, facts } = system;
  const { rtol = 1e-5, atol = 0, x0, restart = 30, callback } = options;
  const maxiter = maxiterOf(options, A.cols);
  const method = named('method', METHODS, options.method);
  await checkFit(method, system, space);
  const { name: preconditioner, apply } = await preconditionerOf(method, options.M, system, space);
  const scale = scaleOf(b);
  const AT = method.needs.transpose ? await system.transposed() : undefined;
  const problem: Problem = {
    space,
    A,
    ...(AT ? { AT } : {}),
    ...(apply ? { M: apply } : {}),
    b: space.vector(A.rows),
    x: space.vector(A.cols),
    restart,
  };
  const scaledB = scaled(b, scale);
  const size = normOf(scaledB);
  await space.write(problem.b, scaledB);
  // b = 0 has the solution 0, which no iteration from another x0 reaches exactly.
  if (x0 && size > 0) await space.write(problem.x, scaled(x0, scale));
  const target = Math.max(rtol * size, atol * scale);
  const image = AT && (await imageShareOf(problem, AT, size));
  const outcome = await iterate(problem, method.start(problem), {
    target,
    maxiter,
    ...(image === undefined ? {} : { normalShare: rtol * image }),
    ...(options.checkEvery ? { checkEvery: options.checkEvery } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(callback ? { callback: ({ iteration, residual }) => callback({ iteration, residual: residual / scale }) } : {}),
  });
  const found = await space.read(problem.x);
  const left = { outcome, x: found, size, target, ...(image === undefined ? {} : { image }) };
  const rounding = await roundingOf(system, space, left);
  const x = divide(found, scale);
  const residual = outcome.truth.residual / scale;
  const relativeResidual = size > 0 ? outcome.truth.residual / size : outcome.truth.residual;
  const tolerance = target / scale;
  const told = describe({
    method,
    preconditioner,
    outcome: { ...outcome, truth: { ...outcome.truth, residual } },
    relative: relativeResidual,
    tolerance,
    isSymmetric: facts.isSymmetric,
    isSingle: space.precision === 'f32',
    ...(rounding ? { rounding } : {}),
  });
  return {
    x,
    converged: outcome.reason === 'converged',
    reason: rounding?.isReached ? 'rounding' : outcome.reason,
    ...told,
    method: method.id,
    preconditioner,
    chosen: [],
    iterations: outcome.iterations,
    restarts: outcome.restarts,
    residual,
    relativeResidual,
    ...(outcome.truth.normal === undefined ? {} : { normalResidual: outcome.truth.normal / scale }),
    leastSquares: outcome.leastSquares,
    tolerance,
    ...(rounding ? { reachable: rounding.reachable } : {}),
    history: outcome.history.map((check) => ({ iteration: check.iteration, residual: check.residual / scale })),
    setupMs: outcome.beganMs - startMs,
    iterationMs: outcome.endedMs - outcome.beganMs,
    place: space.place,
  };
}

import { isSpmvError, SpmvError } from '@spmv/core';
import type { MethodId } from '../methods/method.ts';
import type { PreconditionerId } from '../preconditioners/preconditioner.ts';
import type { System } from '../system/system.ts';
import type { Chosen } from './choose.ts';
import { maxiterOf, type SolveOptions } from './options.ts';
import type { SolveResult } from './result.ts';

/** A method and a preconditioner. */
type Attempt = Pick<Chosen, 'method' | 'M'>;

/** What asks less of a matrix than the method before it, in this order. A residual that lsqr brings down belongs to any matrix. */
function nextOf({ method, M }: Attempt): readonly Attempt[] {
  const without = (one: MethodId): Attempt => ({ method: one, M: 'none' });
  if (method === 'cg') return [without('minres'), without('lsqr')];
  if (method === 'minres') return [without('lsqr')];
  if (method !== 'bicgstab') return [];
  // A diagonal without zeros is what Jacobi was chosen for, and what incomplete factors divide by.
  const factors: readonly Attempt[] = M === 'jacobi' ? [{ method, M: 'ilu0' }] : [];
  return [...factors, { method: 'gmres', M }, without('lsqr')];
}

function nameOf({ method, M }: { readonly method: MethodId; readonly M: PreconditionerId | string }): string {
  return M === 'none' ? method : `${method} with ${M}`;
}

/** Whether another method may get further: neither what was asked for, nor the precision, nor whoever stopped it is why this one ended. */
function maySucceedElsewhere({ reason, residual }: SolveResult): boolean {
  return (reason === 'breakdown' || reason === 'stagnation') && Number.isFinite(residual);
}

/** What converged, else what has the least residual. */
function bestOf(results: readonly SolveResult[]): SolveResult {
  return results.reduce((one, other) => (other.converged || other.residual < one.residual ? other : one));
}

/** Iterations of all. */
function iterationsOf(results: readonly SolveResult[]): number {
  return results.reduce((sum, { iterations }) => sum + iterations, 0);
}

/** All iterations as one run, with what is left of the best x. */
function joined(results: readonly SolveResult[], chosen: readonly string[], wasAllTried: boolean): SolveResult {
  const best = bestOf(results);
  const others = results.filter((one) => one !== best);
  if (others.length === 0) return { ...best, chosen };
  const before = others.map(
    ({ method, preconditioner, reason, iterations }) =>
      `${nameOf({ method, M: preconditioner })}: ${reason} after ${iterations}`,
  );
  const message = `${best.message} (tried besides: ${before.join(', ')})`;
  const starts = results.map((_, r) => iterationsOf(results.slice(0, r)));
  const { error } = best;
  const total = (of: (one: SolveResult) => number): number => results.reduce((sum, one) => sum + of(one), 0);
  return {
    ...best,
    message,
    ...(error
      ? {
          error: new SpmvError(error.code, `${message}.`, {
            fix:
              wasAllTried && best.reason !== 'limit'
                ? 'Every method that fits was tried: give a preconditioner M of your own, a larger rtol, or a matrix that is scaled.'
                : error.fix,
            details: error.details,
          }),
        }
      : {}),
    chosen,
    iterations: iterationsOf(results),
    restarts: total(({ restarts }) => restarts),
    setupMs: total(({ setupMs }) => setupMs),
    iterationMs: total(({ iterationMs }) => iterationMs),
    history: results.flatMap(({ history }, r) =>
      history.map(({ iteration, residual }) => ({ iteration: iteration + (starts[r] as number), residual })),
    ),
  };
}

/**
 * Solves by what was chosen and, where that breaks down or stagnates, by methods that ask less of a matrix, each from the best x so far, until one converges, `maxiter` iterations are
 * over, or none is left. What was tried is said.
 */
export async function solveOnwards(
  system: System,
  automatic: Chosen,
  options: SolveOptions,
  attempt: (options: SolveOptions & Attempt) => Promise<SolveResult>,
): Promise<SolveResult> {
  const results = [await attempt({ ...options, ...automatic })];
  const chosen = [...automatic.reasons];
  const rest = [...nextOf(automatic)];
  const most = maxiterOf(options, system.A.cols);
  const { callback } = options;
  for (let last = results[0] as SolveResult; maySucceedElsewhere(last) && rest.length > 0;) {
    const next = rest.shift() as Attempt;
    const done = iterationsOf(results);
    if (done >= most) return joined(results, chosen, false);
    const best = bestOf(results);
    try {
      last = await attempt({
        ...options,
        ...next,
        maxiter: most - done,
        ...(best.relativeResidual < 1 ? { x0: best.x } : {}),
        ...(callback ? { callback: (check) => callback({ ...check, iteration: check.iteration + done }) } : {}),
      });
    } catch (error) {
      // Not for this matrix: it has no such factors, or no products with its transpose.
      if (!isSpmvError(error) || !['SOLVER.PRECONDITIONER', 'SOLVER.UNFIT'].includes(error.code)) throw error;
      chosen.push(`${nameOf(next)} was left out: ${error.message}`);
      continue;
    }
    const before = results.at(-1) as SolveResult;
    chosen.push(
      `${nameOf({ method: before.method, M: before.preconditioner })} ended in ${before.reason}: ${nameOf(next)} went on`,
    );
    results.push(last);
  }
  return joined(results, chosen, rest.length === 0);
}

import { isSpmvError } from '@spmv/core';
import type { MethodId } from '../methods/method.ts';
import type { PreconditionerId } from '../preconditioners/preconditioner.ts';
import type { Attempt } from './attempt.ts';
import type { Chosen } from './choose.ts';
import { describe } from './describe.ts';
import type { SolveOptions } from './options.ts';
import type { SolveResult } from './result.ts';

/** A method and a preconditioner. */
type Pair = Pick<Chosen, 'method' | 'M'>;

/** Whatever the matrix: first where it is cheap, and last in any case. */
const DIRECT: Pair = { method: 'lu', M: 'none' };
/** Multiplications of a factorization that is tried before other methods: some twenty seconds. */
const CHEAP = 1e10;
/** Why a method is none for a matrix. */
const UNFIT: ReadonlySet<string> = new Set([
  'SOLVER.PRECONDITIONER',
  'SOLVER.UNFIT',
  'SOLVER.SINGULAR',
  'SOLVER.GROWTH',
  'FORMAT.OUT_OF_MEMORY',
]);

/** What asks less of a matrix than the method before it, in this order. A residual that lsqr brings down belongs to any matrix. */
function nextOf({ method, M }: Pair): readonly Pair[] {
  const without = (one: MethodId): Pair => ({ method: one, M: 'none' });
  // Symmetry is of the entries up to rounding, or only said of a function: gmres needs none.
  const general: readonly Pair[] = [without('gmres'), without('lsqr'), DIRECT];
  if (method === 'cg') return [DIRECT, without('minres'), ...general];
  if (method === 'minres') return [DIRECT, ...general];
  if (method !== 'bicgstab') return [];
  // A diagonal without zeros is what Jacobi was chosen for, and what incomplete factors divide by.
  const factors: readonly Pair[] = M === 'jacobi' ? [{ method, M: 'ilu0' }] : [];
  return [DIRECT, ...factors, { method: 'gmres', M }, without('lsqr'), DIRECT];
}

function nameOf({ method, M }: { readonly method: MethodId; readonly M: PreconditionerId | string }): string {
  return M === 'none' ? method : `${method} with ${M}`;
}

/** Whether another method may get further: neither what was asked for, nor the precision, nor whoever stopped it is why this one ended. */
function maySucceedElsewhere({ result: { reason }, told: { broken } }: Attempt, { maxiter }: SolveOptions): boolean {
  // No method brings x into the range.
  if (broken?.kind === 'range') return false;
  return reason === 'breakdown' || reason === 'stagnation' || (reason === 'limit' && maxiter === undefined);
}

/** A solution before least squares, these before what has the least residual. */
function rankOf({ converged, leastSquares }: SolveResult): number {
  return converged ? 2 : leastSquares ? 1 : 0;
}

function bestOf(attempts: readonly Attempt[]): Attempt {
  return attempts.reduce((one, other) => {
    const more = rankOf(other.result) - rankOf(one.result);
    return more > 0 || (more === 0 && other.result.residual < one.result.residual) ? other : one;
  });
}

/** All iterations as one run, with what is left of the best x. */
function joined(attempts: readonly Attempt[], chosen: readonly string[]): SolveResult {
  const best = bestOf(attempts);
  const results = attempts.map(({ result }) => result);
  const others = results.filter((one) => one !== best.result);
  if (others.length === 0) return { ...best.result, chosen };
  const before = others.map(
    ({ method, preconditioner, reason, iterations }) =>
      `${nameOf({ method, M: preconditioner })}: ${reason} after ${iterations}`,
  );
  const besides = ` (tried besides: ${before.join(', ')})`;
  const total = (of: (one: SolveResult) => number): number => results.reduce((sum, one) => sum + of(one), 0);
  let done = 0;
  const history = results.flatMap((one) => {
    const from = done;
    done += one.iterations;
    return one.history.map(({ iteration, residual }) => ({ iteration: iteration + from, residual }));
  });
  return {
    ...best.result,
    ...describe(best.told, { tried: others.map(({ method }) => method), besides }),
    chosen,
    iterations: done,
    restarts: total(({ restarts }) => restarts),
    setupMs: total(({ setupMs }) => setupMs),
    iterationMs: total(({ iterationMs }) => iterationMs),
    history,
  };
}

/** Tries what was chosen. A preconditioner that nobody asked for and that cannot be made is left out, and that is said. */
export async function attemptChosen(
  { method, M, reasons }: Chosen,
  attempt: (pair: Pair) => Promise<Attempt>,
): Promise<readonly [Attempt, chosen: readonly string[]]> {
  try {
    return [await attempt({ method, M }), reasons];
  } catch (error) {
    if (M === 'none' || !isSpmvError(error, 'SOLVER.PRECONDITIONER')) throw error;
    return [await attempt({ method, M: 'none' }), [...reasons, `${M} was left out: ${error.message}`]];
  }
}

/**
 * Solves by what was chosen and, where that breaks down, stagnates or ends by its own limit, by methods that ask less of a matrix, until one solves the system, shows that least squares are all there is, or none is left. Each has a
 * budget of its own, but for a `maxiter` that was given, which is of all. It begins from the best x so far, or from the given x0 where that one is so large that rounding would be seen; lsqr always does, since from 0 it
 * finds the smallest of many solutions. What was tried is said.
 */
export async function solveOnwards(
  automatic: Chosen,
  options: SolveOptions,
  attempt: (options: SolveOptions & Pair & { readonly mostProducts?: number }) => Promise<Attempt>,
): Promise<SolveResult> {
  const [first, reasons] = await attemptChosen(automatic, (pair) => attempt({ ...options, ...pair }));
  const attempts = [first];
  const chosen = [...reasons];
  const { callback } = options;
  let isDirect: 'not yet' | 'dear' | 'done' = 'not yet';
  for (const next of nextOf(automatic)) {
    if (next === DIRECT && isDirect === 'done') continue;
    const last = attempts.at(-1) as Attempt;
    if (!maySucceedElsewhere(last, options)) break;
    const { result: before } = last;
    const done = attempts.reduce((sum, { result }) => sum + result.iterations, 0);
    const left = options.maxiter === undefined ? undefined : options.maxiter - done;
    if (left !== undefined && left <= 0) break;
    const sound = attempts.filter(({ isSound }) => isSound);
    const best = sound.length > 0 ? bestOf(sound).result : undefined;
    const isBetter = best !== undefined && best.relativeResidual < 1 && next.method !== 'lsqr';
    try {
      attempts.push(
        await attempt({
          ...options,
          ...next,
          ...(next === DIRECT && isDirect === 'not yet' ? { mostProducts: CHEAP } : {}),
          ...(left === undefined ? {} : { maxiter: left }),
          ...(isBetter && next !== DIRECT ? { x0: best.x } : {}),
          ...(callback ? { callback: (check) => callback({ ...check, iteration: check.iteration + done }) } : {}),
        }),
      );
    } catch (error) {
      // Not for this matrix: it has no such factors, or no products with its transpose.
      if (!isSpmvError(error) || !UNFIT.has(error.code)) throw error;
      if (next === DIRECT) isDirect = isDirect === 'not yet' && 'products' in error.details ? 'dear' : 'done';
      chosen.push(`${nameOf(next)} was left out: ${error.message}`);
      continue;
    }
    if (next === DIRECT) isDirect = 'done';
    chosen.push(
      `${nameOf({ method: before.method, M: before.preconditioner })} ended in ${before.reason}: ${nameOf(next)} went on`,
    );
  }
  return joined(attempts, chosen);
}

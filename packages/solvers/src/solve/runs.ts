import { iterate } from '../iterate/iterate.ts';
import type { Outcome } from '../iterate/outcome.ts';
import { exactResidual } from './exact-residual.ts';
import type { OneMethod, Task } from './task.ts';
import { maxiterOf } from './options.ts';
import { exponentFor, largestOf, shift, shifted } from './scale.ts';

/** ‖Aᵀr‖ of a square matrix at which least squares end, as a part of ‖A‖‖r‖: about what rounding makes of it. */
const LEAST = 1e-14;
/** What is solved again is to be better than would do by so much. */
const MUCH = { residual: 0.5, normal: 0.01 };

/** Iterations that take about as long as the levels of multigrid: of a processor, of a device whose levels the host makes, and of one that makes them. */
const LEVELS = { host: 250, device: 20_000, resident: 500 };

/** What the runs of one method came to so far. */
export interface Runs {
  /** Iterates from the x there is, until ‖b − Ax‖ ≤ aim or ‖Aᵀr‖ is a part `closer` of what would do. */
  run(aim: number, closer: number): Promise<Outcome>;
  /**
   * Solves least squares again with r = b − Ax in place of b, which it is told in all its digits: the correction of x as it is given back, and what is left of r, at right angles to the columns of A as nearly as f64
   * has digits, however many x has lost.
   */
  again(r: Float64Array): Promise<{ readonly correction: Float64Array; readonly witness: Float64Array } | undefined>;
  /** All of them as one. */
  all(): Pick<Outcome, 'iterations' | 'restarts' | 'history' | 'beganMs' | 'endedMs'>;
  /** Iterations that are left. */
  left(): number;
}

/** Runs of a method that share a budget. */
export function createRuns(task: Task, options: OneMethod): Runs {
  const { space, problem, method, size, target, norm, least, bExponent, xExponent, system } = task;
  const { rows, cols } = system.facts.shape;
  const { callback, checkEvery, signal, untilLevels, probation } = options;
  const outcomes: Outcome[] = [];
  const history: Outcome['history'][number][] = [];
  const maker = system.residentLevels ? 'resident' : space.immediate ? 'host' : 'device';
  const most = untilLevels ? LEVELS[maker] : Infinity;
  let [iterations, maxiter] = [0, Math.min(maxiterOf(options, cols), most)];
  const limits = {
    ...(checkEvery ? { checkEvery } : {}),
    ...(signal ? { signal } : {}),
    ...(probation ? { probation } : {}),
  };
  const keep = (outcome: Outcome): Outcome => {
    outcomes.push(outcome);
    iterations += outcome.iterations;
    maxiter -= outcome.iterations;
    return outcome;
  };
  return {
    async run(aim, closer) {
      const done = iterations;
      const share = closer * (rows === cols ? norm * LEAST : (least?.share ?? 0));
      const outcome = await iterate(problem, method.start(problem), {
        ...limits,
        target: aim,
        maxiter,
        size,
        ...(least ? { normalShare: share } : {}),
        ...(callback
          ? {
              callback: ({ iteration, residual }) =>
                callback({ iteration: iteration + done, residual: shifted(residual, -bExponent) }),
            }
          : {}),
      });
      for (const { iteration, residual } of outcome.history) history.push({ iteration: iteration + done, residual });
      return keep(outcome);
    },
    async again(r) {
      const { coo } = system;
      if (!coo || maxiter <= 0) return undefined;
      const k = exponentFor(largestOf(r));
      const right = shift(r, k);
      await space.write(problem.b, right);
      await space.write(problem.x, new Float64Array(cols));
      keep(
        await iterate(problem, method.start(problem), {
          ...limits,
          target: shifted(MUCH.residual * target, k),
          maxiter,
          normalShare: MUCH.normal * norm * LEAST,
        }),
      );
      const found = Float64Array.from(await space.read(problem.x));
      return { correction: shift(found, -k - xExponent), witness: exactResidual(coo, found, right).r };
    },
    all: () => ({
      iterations,
      restarts: outcomes.reduce((sum, { restarts }) => sum + restarts, 0),
      history,
      beganMs: outcomes[0]?.beganMs ?? 0,
      endedMs: outcomes.at(-1)?.endedMs ?? 0,
    }),
    left: () => maxiter,
  };
}

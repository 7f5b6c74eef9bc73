import { PRECISIONS } from '@spmv/core';
import type { Iteration, Look, SpaceProblem } from '../methods/method.ts';
import { growthOf, overflowOf } from '../methods/method.ts';
import { copy } from '../space/steps.ts';
import { createCycle } from './cycle.ts';
import type { Check } from './history.ts';
import { createHistory } from './history.ts';
import type { Outcome, Stop } from './outcome.ts';
import { createPause } from './pause.ts';
import { iterateStretch } from './stretch.ts';
import { truthOf } from './truth.ts';

/** When to stop. */
export interface Limits {
  /** ‖b − Ax‖ at which x solves the system. */
  readonly target: number;
  /** Least squares: ‖Aᵀ(b − Ax)‖ at which x solves them, as a part of ‖b − Ax‖. */
  readonly normalShare?: number;
  readonly maxiter: number;
  /** ‖b‖: where residuals may grow, what is as large as that is none that grew. */
  readonly size?: number;
  /** Iterations between checks. Default: 1 where reading waits for nothing, and where an iteration is a cycle of multigrid; else as `nextCheck` says. */
  readonly checkEvery?: number;
  /** Iterations from where on it ends where they took too little of the residual each. */
  readonly probation?: number;
  readonly callback?: (check: Check) => void;
  readonly signal?: AbortSignal;
}

/** A beginning that left more than this part of ‖b − Ax‖ brought nothing. */
const GAIN = 0.5;
/** The same of a whole cycle of GMRES; so many of its beginnings may bring nothing. */
const [CYCLE_GAIN, IDLE_CYCLES] = [1 - 1e-6, 5];
/** What an iteration on probation may leave of the residual, on the average. */
const SLOW = 0.8;
/** Iterations without a residual that is 1 % smaller before that is called stagnation: as many as there are columns, but so many, and half of `maxiter`. */
const [PATIENCE, LEAST_PATIENCE] = [1000, 50];

/** A residual that stays above so many times ‖b‖ and the first, for so many iterations and a twentieth of the rows, is given up; one that leaves no digit of them at once. Of 1,300 solves that converged none did so for 1,600, nor grew by 1e11; 84 grew by 1e5. */
const [GROWN, LASTING] = [100, 3000];

/** Where ‖b − Ax‖ ends above what it was at a beginning, that x is given back; at a limit where it is so many times that, since residuals may rise on the way. */
const LOST = 1000;
/** Where it ends so many times above the best check since the beginning, that one is returned to. */
const RUIN = 2;

interface Residuals {
  readonly residual: number;
  readonly normal?: number;
}

/**
 * Runs a method from the x there is until it converges, cannot, or may not go on. A claim of convergence is checked by b − Ax computed anew; where that is not small
 * enough the method begins again from x, and where this brings nothing it stagnates. What it leaves in x is finite.
 */
export async function iterate(problem: SpaceProblem, method: Iteration, limits: Limits): Promise<Outcome> {
  const { space } = problem;
  const {
    maxiter,
    target,
    size: norm = 0,
    normalShare = -1,
    signal,
    callback,
    checkEvery,
    probation = Infinity,
  } = limits;
  const measure = await truthOf(problem);
  const begin = await space.compile(method.begin);
  const cycle = createCycle(space, method.cycle);
  const good = space.vector(problem.A.shape.cols);
  const keep = await space.compile([copy(problem.x, good)]);
  const restore = await space.compile([copy(good, problem.x)]);
  const history = createHistory();
  const pause = createPause();
  const patience = Math.max(LEAST_PATIENCE, Math.min(maxiter / 2, Math.max(PATIENCE, problem.A.shape.cols)));
  const lasting = method.mayGrow ? Math.max(LASTING, problem.A.shape.rows / 20) : Infinity;
  const isSolved = ({ residual, normal = Infinity }: Residuals, trust = 1): boolean =>
    residual <= target * trust || normal <= normalShare * residual * trust;
  let truth = await measure();
  const beganMs = performance.now();
  let [total, restarts, idle] = [0, 0, 0];
  // What a residual has to be for a claim, times the target.
  let trust = 1;
  let best: Check = { iteration: 0, residual: Infinity };
  /** The check with the least residual since the last beginning. */
  let least: Check = best;
  const first = truth.residual;
  history.add({ iteration: 0, residual: first });
  const usual = Math.max(first, norm);
  const lost = method.mayGrow ? usual / PRECISIONS[space.precision].unitRoundoff : Infinity;
  /** The last check with a residual that did not grow. */
  let small = 0;
  let kept = truth;
  const outcome = async (stop: Stop): Promise<Outcome> => {
    if (!(truth.residual <= kept.residual * (stop.reason === 'limit' || stop.reason === 'aborted' ? LOST : 1))) {
      await restore.run();
      truth = kept;
    }
    return ended(stop);
  };
  /**
   * What is divided by a number near 0 before anybody looks can ruin x, and what is updated may not tell: the same iterations again up to the best check, or to a half, a quarter … of them.
   */
  const returnTo = async (best: number, isSpent: boolean): Promise<void> => {
    const isWorth = (): boolean => truth.residual <= RUIN * least.residual || truth.residual < kept.residual;
    let k = best;
    let again = isSpent || (k > 0 && !isWorth());
    while (again) {
      await restore.run();
      if (k > 0) await begin.run();
      for (let i = 0; i < k; i++) {
        await cycle.run(i);
        await pause();
      }
      if (k > 0) await method.settle?.(k);
      truth = await measure();
      again = k > 0 && !isWorth();
      k >>= 1;
    }
  };
  const ended = (stop: Stop): Outcome => ({
    ...stop,
    iterations: total,
    restarts,
    truth,
    history: history.list(),
    beganMs,
    endedMs: performance.now(),
  });
  const onCheck = (check: Check, look: Look): Stop | 'solved' | undefined => {
    history.add(check);
    callback?.(check);
    if (isSolved(look, trust)) return 'solved';
    if (look.broken) return { reason: 'breakdown', broken: look.broken };
    if (look.residual < least.residual) least = check;
    if (signal?.aborted) return { reason: 'aborted' };
    if (look.residual <= GROWN * usual) small = check.iteration;
    if (look.residual > lost || check.iteration - small > lasting)
      return { reason: 'breakdown', broken: growthOf(look.residual, first) };
    if (check.iteration >= probation && least.residual > first * SLOW ** check.iteration)
      return { reason: 'stagnation' };
    const size = look.normal === undefined ? look.residual : Math.min(look.residual, look.normal);
    if (size < 0.99 * best.residual) best = { iteration: check.iteration, residual: size };
    return check.iteration - best.iteration > patience ? { reason: 'stagnation' } : undefined;
  };
  const parts = {
    space,
    method,
    begin,
    cycle,
    maxiter,
    isLong: problem.M?.levels !== undefined,
    onCheck,
    pause,
    ...(checkEvery ? { checkEvery } : {}),
  };
  for (;;) {
    if (isSolved(truth)) return outcome({ reason: 'converged' });
    if (!Number.isFinite(truth.residual))
      return outcome({ reason: 'breakdown', broken: overflowOf('‖b − Ax‖', truth.residual) });
    if (signal?.aborted) return outcome({ reason: 'aborted' });
    if (total >= maxiter) return outcome({ reason: 'limit' });
    const last = truth;
    if (last.residual <= kept.residual) {
      kept = last;
      await keep.run();
    }
    least = { iteration: total, residual: Infinity };
    const { k, end } = await iterateStretch({
      ...parts,
      start: { iteration: total, residual: last.residual },
      target: target * trust,
    });
    total += k;
    await method.settle?.(k);
    truth = await measure();
    if (end !== 'solved' && kept === last && !signal?.aborted)
      await returnTo(
        Math.max(0, least.iteration - (total - k)),
        typeof end === 'object' && end.broken?.isSpent === true,
      );
    history.add({ iteration: total, residual: truth.residual });
    if (isSolved(truth)) continue;
    const isCycle = end === 'cycle';
    // A claim that was wrong: the next one is to be of less.
    if (end === 'solved') trust *= method.isProxy ? Math.min(0.5, (0.5 * target) / truth.residual) : 0.5;
    const gain = isCycle ? CYCLE_GAIN : end === 'solved' && method.isProxy ? 0.99 : GAIN;
    const gained = truth.residual <= last.residual * gain || (truth.normal ?? Infinity) <= (last.normal ?? 0) * gain;
    idle = gained ? 0 : idle + 1;
    if (typeof end === 'object') {
      // Where the method gained something before a number became 0, it begins again from there.
      if (end.broken?.kind !== 'zero' || !gained) return outcome(end);
    }
    if (idle >= (method.settle ? IDLE_CYCLES : 1) && total < maxiter) return outcome({ reason: 'stagnation' });
    if (!isCycle) restarts++;
  }
}

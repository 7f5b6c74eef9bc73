import type { ValueArray } from '@spmv/core';
import { precisionOf } from '@spmv/core';
import type { LevelFacts } from '@spmv/multigrid';
import type { Check } from '../iterate/history.ts';
import type { Reason } from '../iterate/outcome.ts';
import type { Broken, Solver } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import type { Facts } from '../system/facts.ts';
import type { Told } from './describe.ts';
import { describe } from './describe.ts';
import type { FactorFacts, SolveResult, Tried } from './result.ts';
import { shifted } from './scale.ts';
import type { SolveVerdict } from './verdict.ts';

/** What one method came to, in the numbers that it computed with. */
export interface Ended<N extends ValueArray = ValueArray> {
  readonly facts: Facts;
  readonly space: Space;
  readonly method: Solver;
  readonly preconditioner: string;
  /** As it is given back. */
  readonly x: N;
  readonly verdict: SolveVerdict;
  /** Why the method ended, and what of it the verdict does not say. */
  readonly reason: Reason;
  readonly broken?: Broken | undefined;
  readonly iterations: number;
  readonly restarts: number;
  readonly history: readonly Check[];
  readonly size: number;
  readonly target: number;
  /** b was multiplied by 2 to the power of this, and Aᵀb by that of both. */
  readonly bExponent: number;
  readonly aExponent: number;
  readonly setupMs: number;
  readonly iterationMs: number;
  readonly place: string;
  /** What factors say of A and x. */
  readonly factors?: FactorFacts;
  readonly levels?: LevelFacts | undefined;
}

/** A result, and what its message is made of: whoever tries several methods tells it anew. */
export interface Attempt<N extends ValueArray = ValueArray> {
  readonly result: SolveResult<N>;
  readonly told: Told;
  /** Another method may begin from this x. */
  readonly isSound: boolean;
}

/** What is said of an x: what the verdict says, else why the method ended. */
function reasonOf({ verdict, reason, facts }: Ended): Reason {
  if (verdict.isSolved) return 'converged';
  if (verdict.isLeastSquares) return facts.shape.rows === facts.shape.cols ? 'least-squares' : 'converged';
  if (reason === 'aborted') return reason;
  if (verdict.rounding?.isReached) return 'rounding';
  // The device's arithmetic took it for a solution.
  return reason === 'converged' ? 'stagnation' : reason;
}

function triedOf({ method, preconditioner, reason, message, iterations, setupMs, iterationMs }: SolveResult): Tried {
  return { method, preconditioner, reason, message, iterations, ms: setupMs + iterationMs };
}

/** Residuals over those before, of one iteration. */
function cyclesOf(history: readonly Check[]): readonly number[] {
  return history.slice(1).flatMap(({ iteration, residual }, at) => {
    const before = history[at];
    const length = iteration - before.iteration;
    return length > 0 ? [(residual / before.residual) ** (1 / length)] : [];
  });
}

/** The result of a method, by the verdict on its x. */
export function attemptOf<N extends ValueArray>(ended: Ended<N>): Attempt<N> {
  const { facts, space, method, preconditioner, x, verdict, iterations, size, target, bExponent, aExponent } = ended;
  const reason = reasonOf(ended);
  const backwards = (value: number): number => shifted(value, -bExponent);
  const residual = backwards(verdict.residual);
  const relativeResidual = size > 0 ? verdict.residual / size : residual;
  const tolerance = backwards(target);
  const rounding = reason === 'converged' ? undefined : verdict.rounding;
  const told: Told = {
    method,
    preconditioner,
    reason,
    iterations,
    broken: ended.broken,
    leastSquares: verdict.isLeastSquares,
    residual,
    relative: relativeResidual,
    tolerance,
    rounded: verdict.rounded === undefined ? undefined : verdict.rounded / size,
    wanted: size > 0 ? target / size : target,
    isSquare: facts.shape.rows === facts.shape.cols,
    isSymmetric: facts.isSymmetric,
    isSingle: space.precision === 'f32',
    double: precisionOf('f64', facts.isOfPairs ? 2 : 1),
    isFunction: facts.largest === undefined,
    rounding,
    factors: ended.factors,
  };
  const result: SolveResult<N> = {
    x,
    converged: reason === 'converged',
    reason,
    ...describe(told),
    method: method.id,
    preconditioner,
    chosen: [],
    attempts: [],
    iterations,
    restarts: ended.restarts,
    residual,
    relativeResidual,
    backwardError: verdict.residual === 0 ? 0 : verdict.residual / (verdict.image + size),
    condition: size > 0 ? verdict.image / size : 0,
    ...(verdict.normal === undefined ? {} : { normalResidual: shifted(verdict.normal, -bExponent - aExponent) }),
    leastSquares: verdict.isLeastSquares,
    tolerance,
    ...(rounding ? { reachable: rounding.reachable } : {}),
    ...(ended.factors ? { factors: ended.factors } : {}),
    ...(ended.levels ? { levels: { ...ended.levels, cycles: cyclesOf(ended.history) } } : {}),
    history: ended.history.map((check) => ({ iteration: check.iteration, residual: backwards(check.residual) })),
    setupMs: ended.setupMs,
    iterationMs: ended.iterationMs,
    place: ended.place,
  };
  return { result: { ...result, attempts: [triedOf(result)] }, told, isSound: verdict.isSound };
}

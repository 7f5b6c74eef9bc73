import type { CooMatrix, ValueArray } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { FactoredSolution, FrontKernel, Solved } from '@spmv/direct';
import {
  backwardError,
  compiledFronts,
  conditionEstimate,
  factorAndSolve,
  forwardError,
  refined,
  solvedBy,
  takeTurns,
} from '@spmv/direct';
import type { DirectId } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import { scaledSystem } from '../system/scaled-system.ts';
import { ownShape } from '../system/facts.ts';
import type { System } from '../system/system.ts';
import type { Attempt } from './attempt.ts';
import { attemptOf } from './attempt.ts';
import type { Held } from './held.ts';
import type { FactorFacts } from './result.ts';
import { exponentFor, largestOf, normOf, shift, shifted } from './scale.ts';
import { SOLVERS } from './solvers.ts';
import type { OneMethod } from './task.ts';
import type { SolveVerdict } from './verdict.ts';
import { judge, ruinOf } from './verdict.ts';

/** A componentwise backward error of so many roundings is that of an answer, whatever the condition: entries of f64 are not known better. */
const NEARBY = 10 * 2 ** -53;
/** The entries of a square matrix. Errors: `SOLVER.UNFIT`. */
function squareOf({ coo, facts }: System, id: DirectId): CooMatrix {
  const { rows, cols } = ownShape(facts);
  if (coo && rows === cols) return coo;
  throw new SpmvError(
    'SOLVER.UNFIT',
    coo
      ? `${id} needs a square matrix, and this one is ${rows} × ${cols}.`
      : `${id} needs entries, and the matrix is a function.`,
    {
      fix: coo ? "Use method: 'lsqr'." : "Use method: 'gmres', or give the matrix by its entries.",
      details: { method: id, instead: [coo ? 'lsqr' : 'gmres'], rows, cols },
    },
  );
}

/** Undefined where the signal came first. Slices of some milliseconds let others have their turn. */
async function solved(
  coo: CooMatrix,
  b: Float64Array,
  method: DirectId,
  { signal, mostProducts }: OneMethod,
  fronts: FrontKernel | undefined,
): Promise<FactoredSolution | undefined> {
  const options = {
    method,
    ...(mostProducts === undefined ? {} : { mostProducts }),
    ...(fronts ? { fronts } : {}),
  };
  try {
    return await takeTurns(factorAndSolve(coo, b, options), signal);
  } catch (error) {
    if (signal?.aborted) return undefined;
    throw error;
  }
}

/** By factors that are held, where they leave no more than rounding of this b; else they are none any more. */
function solvedAgain(coo: CooMatrix, b: Float64Array, id: DirectId, held: Held): FactoredSolution | undefined {
  const { direct } = held;
  if (direct?.id !== id) return undefined;
  const found = refined(coo, b, solvedBy(direct.factors, direct.fronts).solve, held.begin);
  if (found.componentwise <= NEARBY) return { ...found, ...direct };
  delete held.direct;
  return undefined;
}

/** What is said of x as it is given back, rounded to the precision of the space. */
function factsOf(
  coo: CooMatrix,
  { factors, before }: Pick<FactoredSolution, 'factors' | 'before'>,
  x: Float64Array,
  b: Float64Array,
  { by, condition }: { readonly by: Solved; readonly condition: number },
): FactorFacts {
  const { entries, ordering, pivots, code } = factors;
  const left = backwardError(coo, x, b);
  return {
    entries,
    fill: entries / Math.max(1, coo.values.length),
    ordering,
    pivots,
    code,
    before,
    backwardError: left.componentwise,
    condition,
    forwardError: forwardError(x, left, by),
  };
}

/** The largest part of x that may be wrong where it is said to be one. */
const CERTAIN = 0.1;

/** The largest magnitude of x as it would be in any range: that of regular A and b is not 0. */
function sizeOf(x: Float64Array, size: number): number {
  const most = largestOf(x);
  return size > 0 && !(most > 0) ? 1 : most;
}

/**
 * Solves by factors of the entries in f64 on the host, whatever the space computes in, refined with residuals in twice the digits. x is rounded to the precision of the space, and judged as that of any method.
 *
 * Errors: `SOLVER.UNFIT` for a function and for what is not square; `SOLVER.PRECONDITIONER` for any; those of `factorAndSolve`.
 */
export async function solveDirect(
  space: Space,
  given: System,
  b: Float64Array,
  id: DirectId,
  options: OneMethod,
): Promise<Attempt> {
  const startMs = performance.now();
  const { rtol = 1e-5, atol = 0, x0, M } = options;
  const coo = squareOf(given, id);
  if (M !== 'none')
    throw new SpmvError('SOLVER.PRECONDITIONER', `${id} takes no preconditioner.`, { fix: "Use M: 'none'." });
  const { system, exponent: aExponent } = scaledSystem(given, space.precision);
  const bExponent = exponentFor(largestOf(b));
  const right = shift(b, bExponent);
  const size = normOf(right);
  const target = Math.max(rtol * size, shifted(atol, bExponent));
  const { held } = options;
  const again = held && solvedAgain(coo, b, id, held);
  const fronts = again && held.direct ? held.direct.fronts : await compiledFronts(coo.values.length);
  const found = again ?? (await solved(coo, b, id, options, fronts));
  const solvedMs = performance.now();
  const begin = x0 ? Float64Array.from(x0) : new Float64Array(b.length);
  const steps = found?.steps ?? 0;
  const cell = space.vector(b.length);
  const written = async (x: Float64Array): Promise<ValueArray> => {
    await space.write(cell, x);
    return space.read(cell);
  };
  const judged = async (back: ValueArray, facts?: FactorFacts): Promise<[ValueArray, SolveVerdict]> => {
    const worth = await judge({
      system,
      entries: coo,
      space,
      x: shift(back, bExponent - aExponent),
      largest: largestOf(back),
      b: right,
      size,
      target,
      // Nothing but the entries is asked.
      truth: { residual: Infinity },
      reason: found ? 'stagnation' : 'aborted',
      ...(facts && facts.backwardError <= NEARBY ? { nearby: { hasDigits: facts.forwardError < CERTAIN } } : {}),
    });
    return [back, worth];
  };
  const solution = await written(found?.x ?? begin);
  let facts: FactorFacts | undefined;
  if (found) {
    const by = solvedBy(found.factors, fronts);
    const condition = (again && held.direct?.condition) ?? conditionEstimate(coo, by);
    facts = factsOf(coo, found, Float64Array.from(solution), b, { by, condition });
    if (held) held.direct = { id, fronts, condition, factors: found.factors, before: found.before };
  }
  let [back, verdict] = await judged(solution, facts);
  const broken = found && ruinOf(space, sizeOf(found.x, size), largestOf(back), verdict);
  // What is not finite is given to nobody.
  if (verdict.isRuined) [back, verdict] = await judged(await written(begin));
  return attemptOf({
    facts: system.facts,
    space,
    method: SOLVERS[found?.factors.method ?? id],
    preconditioner: 'none',
    x: back,
    verdict,
    broken,
    reason: found ? (broken ? 'breakdown' : 'stagnation') : 'aborted',
    iterations: steps,
    restarts: 0,
    history: [{ iteration: steps, residual: verdict.residual }],
    size,
    target,
    bExponent,
    aExponent,
    setupMs: solvedMs - startMs,
    iterationMs: performance.now() - solvedMs,
    place: 'the host',
    ...(facts ? { factors: facts } : {}),
  });
}

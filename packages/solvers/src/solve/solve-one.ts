import type { ValueArray } from '@spmv/core';
import type { Outcome } from '../iterate/outcome.ts';
import type { Broken } from '../methods/method.ts';
import type { System } from '../system/system.ts';
import { inParts } from '../system/system.ts';
import type { Attempt } from './attempt.ts';
import { attemptOf } from './attempt.ts';
import { setUnread } from './begin.ts';
import { createRuns } from './runs.ts';
import { largestOf, shift, shiftIn } from './scale.ts';
import type { OneMethod, Task } from './task.ts';
import { prepareTask } from './task.ts';
import type { SolveVerdict } from './verdict.ts';
import { judge, ruinOf } from './verdict.ts';
import { solveDirect } from './solve-direct.ts';
import { ofPairs } from './of-pairs.ts';
import { named } from './options.ts';
import { isDirect, SOLVERS } from './solvers.ts';
import type { Preconditioner } from '../preconditioners/preconditioner.ts';
import { PRECONDITIONERS } from '../preconditioners/preconditioners.ts';

/** So often is a claim of the space's arithmetic that the verdict does not share followed by more iterations. */
const CLAIMS = 3;
/** ‖b − Ax‖ is then to be this part of what would have done. */
const CLOSER = 0.5;
/** The largest |aⱼᵀr|/(‖aⱼ‖‖r‖) of what may be a least-squares solution that rounding keeps from being shown. */
const NEARLY = 1e-6;

/** Solves by one method. Errors: those of `solve`. */
export async function solveOne(given: System, b: Float64Array, options: OneMethod): Promise<Attempt> {
  const { id } = named('method', SOLVERS, options.method);
  const startMs = performance.now();
  const known: Readonly<Record<string, Preconditioner>> = PRECONDITIONERS;
  const splits = typeof options.M === 'string' && known[options.M]?.splitsPairs === true;
  const system = splits ? await inParts(given) : given;
  const space = system.newSpace();
  try {
    if (isDirect(id)) return await solveDirect(space, system, b, id, options);
    return await solveIn(await prepareTask(space, system, b, options), options, startMs);
  } catch (error) {
    // Jacobi has the diagonal of the complex matrix itself, and operators are of the caller.
    const isOfReal = typeof options.M === 'string' && options.M !== 'jacobi';
    throw system.facts.isOfPairs && isOfReal ? ofPairs(error) : error;
  } finally {
    await space.dispose();
  }
}

/** What an x of a task is worth, as it is given back. */
function judged(
  task: Task,
  x: ValueArray,
  { truth, reason }: Outcome,
  { largest = largestOf(x), witness }: { readonly largest?: number; readonly witness?: Float64Array } = {},
): Promise<SolveVerdict> {
  const { system, xExponent } = task;
  return judge({
    ...task,
    truth,
    reason,
    x: setUnread(system.facts, shift(x, xExponent)),
    largest,
    ...(witness ? { witness } : {}),
  });
}

async function solveIn(task: Task, options: OneMethod, startMs: number): Promise<Attempt> {
  const { space, system, problem, begin, size, target, least } = task;
  const { facts } = system;
  const runs = createRuns(task, options);
  let [aim, closer] = [target, CLOSER];
  let outcome = await runs.run(aim, closer);
  const first = outcome.history[0]?.residual ?? size;
  let [x, verdict, broken] = await looked(outcome);
  for (let claims = 0; isUnshared() && claims < CLAIMS && runs.left() > 0; claims++) {
    aim *= CLOSER * Math.min(1, target / verdict.residual);
    closer *= CLOSER;
    outcome = await runs.run(aim, closer);
    [x, verdict, broken] = await looked(outcome);
  }
  const mayBeLeast =
    least !== undefined && facts.shape.rows === facts.shape.cols && (verdict.cosine ?? 1) <= NEARLY && verdict.r;
  if (mayBeLeast && !verdict.isSolved && !verdict.isLeastSquares && !broken && outcome.reason !== 'aborted') {
    const more = await runs.again(mayBeLeast);
    if (more) {
      const better = x.map((value, j) => value + more.correction[j]);
      const now = await judged(task, better, outcome, { witness: more.witness });
      if (now.isSolved || now.isLeastSquares) [x, verdict] = [better, now];
    }
  }
  if (verdict.isRuined) {
    x = x.map((_, j) => begin[j]);
    verdict = await judged(task, x, { ...outcome, truth: { ...outcome.truth, residual: first } });
  }
  const { beganMs, endedMs, ...all } = runs.all();
  return attemptOf({
    ...task,
    ...all,
    facts,
    x,
    verdict,
    broken,
    reason: broken && outcome.reason !== 'aborted' ? 'breakdown' : outcome.reason,
    setupMs: beganMs - startMs,
    iterationMs: endedMs - beganMs,
    place: space.place,
    levels: problem.M?.levels,
  });

  /** The x there is, with its verdict. */
  async function looked(ended: Outcome): Promise<[ValueArray, SolveVerdict, Broken | undefined]> {
    const found = await space.read(problem.x);
    const before = largestOf(found);
    const back = setUnread(facts, shiftIn(found, -task.xExponent), begin);
    // A pass over x takes about as long as an iteration of a device.
    const isSame = task.xExponent === 0 && !system.facts.unread?.length;
    const largest = isSame ? before : largestOf(back);
    const worth = await judged(task, back, ended, { largest });
    const spoiled = worth.isSolved ? undefined : task.spoiled?.();
    return [back, worth, spoiled ?? ended.broken ?? ruinOf(space, before, largest, worth)];
  }

  /** Whether the space's arithmetic takes x for a solution, and the verdict does not, nor for what rounding allows. */
  function isUnshared(): boolean {
    const { isSolved, isLeastSquares, rounding } = verdict;
    return outcome.reason === 'converged' && !broken && !isSolved && !isLeastSquares && !rounding?.isReached;
  }
}

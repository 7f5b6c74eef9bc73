import type { AnyCoo, Registry } from '@spmv/core';
import { structureOf } from '@spmv/core';
import type { VariantOptions } from '../check/check-variant.ts';
import { checkVariants } from '../check/check-variant.ts';
import type { Host } from '../host/host.ts';
import type { ReportedError } from '../host/problem.ts';
import type { Stopwatch } from '../host/stopwatch.ts';
import { missingBaselines } from '../plan/baseline.ts';
import type { AnyProblem } from '../matrices/matrices-problem.ts';
import { makesMatrix } from '../matrices/matrices-problem.ts';
import type { MatrixCase } from '../matrices/plan-matrix-cases.ts';
import { planMatrixCases } from '../matrices/plan-matrix-cases.ts';
import type { CasePlan, RunnableCase } from '../plan/case.ts';
import type { Between } from '../plan/members.ts';
import type { OpenedBackends } from '../plan/open-backends.ts';
import { planCases } from '../plan/plan-cases.ts';
import type { Points, Selection } from '../plan/selection.ts';
import type { ProblemBlocks } from '../problem/problem-block.ts';
import { problemBlocks } from '../problem/problem-block.ts';
import type { Evictors } from '../time/cold-caches.ts';
import type { TimeBudget } from '../time/time-budget.ts';
import type { TimingOptions, Uploads } from '../time/time-group.ts';
import type { CaseRun } from './case-result.ts';
import type { RunOptions } from './prepare-case.ts';
import type { CasesRun } from './run-cases.ts';
import { runCases } from './run-cases.ts';

/** How combinations are checked and timed. */
export interface ProblemOptions {
  /** Of the random operands. */
  readonly seed: number;
  readonly alpha: number;
  readonly beta: number;
  /** Whose results are compared with whose; default: backends. */
  readonly between?: Between;
  /** Most bytes of one stored matrix. */
  readonly maxBytes: number;
  /** Samples per combination; absent to validate only. */
  readonly runs?: number;
  /** Whether a combination that is clearly beaten takes fewer of them. */
  readonly cutBeaten?: boolean;
  /** Bytes streamed before each sample, so that caches hold nothing of it; absent for warm ones. */
  readonly cold?: number;
  /** Whether workers' times are taken, too. */
  readonly profile?: boolean;
  /** Whether each product is given what it reads anew from the host. */
  readonly uploads?: Uploads;
}

/** What became of one problem. */
export interface ProblemReport {
  readonly blocks: ProblemBlocks;
  /** The stored matrix; undefined where the operation has none. */
  readonly coo: AnyCoo | undefined;
  readonly plan: CasePlan;
  readonly run: CasesRun;
  readonly readMs: number;
}

/** A problem that could not be read or made. */
export interface ProblemFailure extends ReportedError {
  /** What the user wrote. */
  readonly matrix: string;
  /** What the command ends with for it. */
  readonly exitCode: number;
}

/** Which combinations of a problem run, of those that `plan` makes of the selection, or of other points. */
export type Choose = (blocks: ProblemBlocks, plan: (points?: Points) => CasePlan, selection: Selection) => CasePlan;

/** How one problem is run, and who is told of it before all of it is done. */
export interface RunWatcher {
  /** Default: all that is planned. */
  readonly choose?: Choose;
  /** Default: without end. */
  readonly budget?: TimeBudget;
  /** Called once, before anything runs. */
  onPlan(start: Omit<ProblemReport, 'run'>): void;
  /** Told what is about to be done. */
  onStep(text: string): void;
  /** Called for each combination once it is checked, now and then between samples, and once it is timed. */
  onRun(run: CaseRun): void;
}

/** What runs problems: plugins, opened backends, and what is asked of them. */
export interface Engine {
  readonly registry: Registry;
  readonly backends: OpenedBackends;
  /** Where the baseline of speed-ups runs; undefined where nothing is timed or it is not there. */
  readonly baseline: OpenedBackends | undefined;
  readonly evictors: Evictors;
  readonly selection: Selection;
  readonly options: ProblemOptions;
  readonly host: Host;
  readonly stopwatch: Stopwatch;
  /** Aborted when the work is to stop: finish the sample, keep what there is. */
  readonly signal: AbortSignal;
}

/** Every combination of the selection on a problem, to run or excluded; `points` in place of the selection's. Builds nothing. */
export function planProblem(
  { registry, backends, baseline, selection, options }: Engine,
  problem: AnyProblem,
  points: Points = selection.points,
  choose?: (plan: (points?: Points) => CasePlan) => CasePlan,
): CasePlan {
  const { maxBytes } = options;
  if (makesMatrix(problem)) {
    const plannedMatrices = (which: Points = points): CasePlan =>
      planMatrixCases(problem, { registry, backends, maxBytes, selection: { ...selection, points: which } });
    return choose ? choose(plannedMatrices) : plannedMatrices();
  }
  const { workload } = problem;
  const inputs = { registry, workload, structure: workload.coo && structureOf(workload.coo), maxBytes, backends };
  const planned = (which: Points = points): CasePlan =>
    planCases({ ...inputs, selection: { ...selection, points: which } });
  const { runnable, excluded } = choose ? choose(planned) : planned();
  const extra = baseline ? missingBaselines(runnable, inputs, baseline) : [];
  return { runnable: [...runnable, ...extra], excluded };
}

function timingOf(
  runs: number,
  { cold, uploads, profile = false, cutBeaten = false }: ProblemOptions,
  stopwatch: Stopwatch,
): TimingOptions {
  return {
    runs,
    cutBeaten,
    stopwatch,
    profile,
    cold: cold !== undefined,
    ...(uploads === undefined ? {} : { uploads }),
  };
}

/** Runs cases that were planned for a problem. Errors: those of the host, where not even the operands fit. */
export async function runPlanned(
  problem: AnyProblem,
  cases: readonly RunnableCase[],
  options: Omit<RunOptions, 'variants'> & Omit<VariantOptions, 'given'>,
): Promise<CasesRun> {
  if (makesMatrix(problem)) {
    // A page that makes no matrix carries none of it.
    const { runMatrixCases } = await import('../matrices/run-matrix-cases.ts');
    return runMatrixCases(problem, cases as readonly MatrixCase[], options);
  }
  const { workload, given } = problem;
  return runCases(workload, cases, { ...options, variants: checkVariants(workload, { ...options, given }) });
}

/**
 * Runs every combination of a problem: each is judged by the oracle, and where `runs` says so those that are right are timed side by side.
 * `solution` gives x and b that came with the matrix, where products are to be checked with them. What goes wrong of a combination is part
 * of its run. Errors: those of the host, where not even the operands fit.
 */
export async function runProblem(
  engine: Engine,
  problem: AnyProblem,
  watcher: RunWatcher,
  solution: () => Promise<{ readonly x: Float64Array; readonly b: Float64Array } | undefined> = async () => undefined,
): Promise<ProblemReport> {
  const { options, selection, host, stopwatch, signal, evictors } = engine;
  const { choose, budget } = watcher;
  const own: { blocks?: ProblemBlocks } = {};
  const blocks = (): ProblemBlocks => (own.blocks ??= problemBlocks(problem, host.digest));
  const plan = planProblem(engine, problem, undefined, choose && ((planned) => choose(blocks(), planned, selection)));
  const coo = makesMatrix(problem) ? problem.matrix.coo : problem.workload.coo;
  const start = { blocks: blocks(), coo, plan, readMs: problem.readMs };
  watcher.onPlan(start);
  const thorough = options.runs === undefined;
  const solved = thorough ? await solution() : undefined;
  const run = await stopwatch.during('convert, prepare, check', () =>
    runPlanned(problem, plan.runnable, {
      ...options,
      thorough,
      ...(solved ? { solution: solved } : {}),
      signal,
      host,
      onProgress: watcher.onStep,
      onRun: watcher.onRun,
      ...(budget ? { budget } : {}),
      ...(options.runs === undefined ? {} : { timing: timingOf(options.runs, options, stopwatch) }),
      ...(options.cold === undefined ? {} : { evictorOf: evictors.of }),
    }),
  );
  return { ...start, run };
}

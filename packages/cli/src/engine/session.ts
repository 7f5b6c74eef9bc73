import type { CooMatrix, Operation } from '@spmv/core';
import { storesMatrix, structureOf } from '@spmv/core';
import type { Problem } from '../cli-error.ts';
import { exitCodeOf, problemOf } from '../cli-error.ts';
import type { EngineContext } from './engine-context.ts';
import type { LoadedProblem, ProblemSource } from './load-problem.ts';
import { loadProblem, problemSources, problemText } from './load-problem.ts';
import type { ProblemBlocks } from './problem-block.ts';
import { problemBlocks } from './problem-block.ts';
import { noteLeftOut } from '../discovery/left-out.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';
import type { Needs } from '../discovery/needed.ts';
import { loadNeeded } from '../discovery/needed.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Stopwatch } from '../host/stopwatch.ts';
import { matrixHash } from '../matrices/matrix-hash.ts';
import type { MatrixSource } from '../matrices/matrix-source.ts';
import { companionVectors } from '../matrices/vectors.ts';
import { unlessStopped } from '../process/unless-stopped.ts';
import { BASELINE, missingBaselines } from './baseline.ts';
import type { CasePlan } from './case.ts';
import type { CaseRun } from './case-result.ts';
import { checkedSelection } from './check-selection.ts';
import { checkVariants } from './check-variant.ts';
import type { Evictors } from './cold-caches.ts';
import { createEvictors } from './cold-caches.ts';
import { disposeAll } from './dispose-all.ts';
import type { OpenedBackends } from './open-backends.ts';
import { openBackends } from './open-backends.ts';
import { planCases } from './plan-cases.ts';
import type { CasesRun } from './run-cases.ts';
import { runCases } from './run-cases.ts';
import { DEFAULT_OPERATION } from './kernels-of.ts';
import type { TimeBudget } from './time-budget.ts';
import type { TimingOptions, Uploads } from './time-group.ts';
import type { Points, Selection } from './selection.ts';

export interface SessionOptions {
  readonly selection: Selection;
  readonly seed: number;
  readonly alpha: number;
  readonly beta: number;
  readonly maxBytes: number;
  /** Samples per combination; absent to validate only. */
  readonly runs?: number;
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
  readonly coo: CooMatrix | undefined;
  readonly plan: CasePlan;
  readonly run: CasesRun;
  readonly readMs: number;
}

/** A problem that could not be read or made. */
export interface ProblemFailure extends Problem {
  /** What the user wrote. */
  readonly matrix: string;
  readonly exitCode: ExitCode;
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

/** Backends opened for a series of problems. */
export interface Session {
  readonly installation: LoadedInstallation;
  readonly backends: OpenedBackends;
  readonly selection: Selection;
  /** Samples per combination; absent where it validates only. */
  readonly runs?: number;
  /** What is computed. */
  readonly operation: Operation;
  /** Whether it has a stored matrix. */
  readonly storesMatrix: boolean;
  /**
   * What the selection is computed on: each of these matrices, or none where the operation stores none, in each of the sizes asked for.
   * Errors: usage for matrices that the operation has no use for, or none where it has.
   */
  problems(matrices: readonly MatrixSource[]): readonly ProblemSource[];
  /** Reads a problem. Errors: as of `loadProblem`. */
  load(source: ProblemSource): Promise<LoadedProblem>;
  /** Every combination of the selection on a problem, to run or excluded; `points` in place of the selection's. */
  plan(problem: LoadedProblem, points?: Points): CasePlan;
  /** Reads a problem and runs every combination, telling `watcher` on the way. Never throws: what went wrong is the answer. */
  run(source: ProblemSource, watcher: RunWatcher): Promise<ProblemReport | ProblemFailure>;
  dispose(): Promise<void>;
}

/** What a selection has use for, with the baseline where times are taken. */
function needsOf({ operation, formats, kernels, backends }: Selection, timed: boolean): Needs {
  return {
    ...(operation === undefined ? {} : { operation }),
    ...(formats ? { formats } : {}),
    ...(kernels ? { kernels } : {}),
    ...(backends ? { backends } : {}),
    ...(timed ? { besides: { formats: BASELINE.format, kernels: BASELINE.kernel, backends: BASELINE.backend } } : {}),
  };
}

async function openBaseline(
  installation: LoadedInstallation,
  backends: OpenedBackends,
  timed: boolean,
  stopwatch: Stopwatch,
): Promise<OpenedBackends | undefined> {
  if (!timed || !installation.registry.backends.some(({ id }) => id === BASELINE.backend)) return undefined;
  const already = shareOf(backends, [BASELINE.backend]);
  if (already.open.length > 0) return already;
  return openBackends(installation, { backends: [BASELINE.backend] }, stopwatch);
}

/** Those of these ids, or all; whoever opened them disposes of them. */
function shareOf({ open, closed }: OpenedBackends, ids: readonly string[] | undefined): OpenedBackends {
  return {
    open: open.filter(({ descriptor }) => ids?.includes(descriptor.id) ?? true),
    closed: closed.filter(({ id }) => ids?.includes(id) ?? true),
    dispose: async () => {},
  };
}

interface SessionParts extends Pick<Session, 'installation' | 'backends' | 'selection' | 'operation'> {
  readonly baseline: OpenedBackends | undefined;
  readonly evictors: Evictors;
}

function planLoaded(
  options: SessionOptions,
  parts: SessionParts,
  { workload }: LoadedProblem,
  points: Points = parts.selection.points,
  choose?: (plan: (points?: Points) => CasePlan) => CasePlan,
): CasePlan {
  const inputs = {
    registry: parts.installation.registry,
    workload,
    structure: workload.coo && structureOf(workload.coo),
    maxBytes: options.maxBytes,
    backends: parts.backends,
  };
  const planned = (which: Points = points): CasePlan =>
    planCases({ ...inputs, selection: { ...parts.selection, points: which } });
  const { runnable, excluded } = choose ? choose(planned) : planned();
  const extra = parts.baseline ? missingBaselines(runnable, inputs, parts.baseline) : [];
  return { runnable: [...runnable, ...extra], excluded };
}

function timingOf(
  runs: number,
  { cold, uploads, profile = false }: SessionOptions,
  { stopwatch }: EngineContext,
): TimingOptions {
  return { runs, stopwatch, profile, cold: cold !== undefined, ...(uploads === undefined ? {} : { uploads }) };
}

async function runLoaded(
  context: EngineContext,
  options: SessionOptions,
  parts: SessionParts,
  source: ProblemSource,
  problem: LoadedProblem,
  watcher: RunWatcher,
): Promise<ProblemReport> {
  const { workload, given } = problem;
  const { choose, budget } = watcher;
  const own: { blocks?: ProblemBlocks } = {};
  const blocks = (): ProblemBlocks => (own.blocks ??= problemBlocks(problem));
  const plan = planLoaded(
    options,
    parts,
    problem,
    undefined,
    choose && ((planned) => choose(blocks(), planned, parts.selection)),
  );
  const start = { blocks: blocks(), coo: workload.coo, plan, readMs: problem.readMs };
  watcher.onPlan(start);
  const timed = options.runs !== undefined;
  const solution =
    timed || !source.matrix || !workload.coo
      ? undefined
      : await companionVectors(source.matrix, workload.coo.shape, context);
  const variants = checkVariants(workload, { ...options, given, thorough: !timed, ...(solution ? { solution } : {}) });
  const run = await context.stopwatch.during('convert, prepare, check', () =>
    runCases(workload, plan.runnable, {
      variants,
      maxBytes: options.maxBytes,
      signal: context.signal,
      onProgress: watcher.onStep,
      onRun: watcher.onRun,
      ...(budget ? { budget } : {}),
      ...(options.runs === undefined ? {} : { timing: timingOf(options.runs, options, context) }),
      ...(options.cold === undefined ? {} : { evictorOf: parts.evictors.of }),
    }),
  );
  context.terminal.clearProgress();
  return { ...start, run };
}

/**
 * Loads the plugins and opens the backends of a selection; of those in `opened`, where they are given, it uses its own and opens none.
 *
 * Errors: usage for unknown names. A backend that does not open is part of `backends`, not an error.
 */
export async function openSession(
  context: EngineContext,
  options: SessionOptions,
  opened?: OpenedBackends,
): Promise<Session> {
  const { stopwatch } = context;
  const found = await context.discover();
  const installation = await stopwatch.during('load plugins', () =>
    loadNeeded(found, needsOf(options.selection, options.runs !== undefined)),
  );
  noteLeftOut(context.terminal, installation);
  const selection = checkedSelection(installation.registry, options.selection);
  const backends = opened
    ? shareOf(opened, selection.backends)
    : await openBackends(installation, selection, stopwatch);
  const baseline = await openBaseline(installation, opened ?? backends, options.runs !== undefined, stopwatch);
  const evictors = createEvictors(installation.registry, options.cold ?? 0);
  const operation = installation.registry.operation(selection.operation ?? DEFAULT_OPERATION);
  const parts: SessionParts = { installation, backends, selection, operation, baseline, evictors };
  // Problems of one matrix in several sizes follow each other: it is read once.
  let last: ProblemSource = { matrix: undefined, sizes: {} };
  const load = async (source: ProblemSource): Promise<LoadedProblem> => {
    const known = last.matrix === source.matrix ? { ...last, ...source } : source;
    last = source;
    const problem = await stopwatch.during('read', () =>
      unlessStopped(context.signal, () => loadProblem(operation, selection, known, context)),
    );
    if (!problem.matrix) return problem;
    const matrix = { ...problem.matrix, hash: problem.matrix.hash ?? matrixHash(problem.matrix.coo) };
    last = { ...source, loaded: matrix };
    return { ...problem, matrix };
  };
  return {
    installation,
    backends,
    selection,
    operation,
    ...(options.runs === undefined ? {} : { runs: options.runs }),
    storesMatrix: storesMatrix(operation, selection.options),
    problems: (matrices) => problemSources(operation, selection, matrices),
    load,
    plan: (problem, points) => planLoaded(options, parts, problem, points),
    async run(source, watcher) {
      try {
        context.terminal.progress(`reading ${problemText(source)}`);
        return await runLoaded(context, options, parts, source, await load(source), watcher);
      } catch (error) {
        context.terminal.clearProgress();
        return { matrix: problemText(source), ...problemOf(error), exitCode: exitCodeOf(error) };
      }
    },
    dispose: () =>
      stopwatch.during('close', () => disposeAll(baseline ? [evictors, backends, baseline] : [evictors, backends])),
  };
}

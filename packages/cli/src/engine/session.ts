import type { CooMatrix } from '@spmv/core';
import type { MatrixWorkload } from './matrix-workload.ts';
import { matrixStatistics, structureOf, createWorkload } from '@spmv/core';
import type { Problem } from '../cli-error.ts';
import { exitCodeOf, problemOf } from '../cli-error.ts';
import type { EngineContext } from './engine-context.ts';
import type { MatrixBlock } from './matrix-block.ts';
import { matrixBlock } from './matrix-block.ts';
import { noteLeftOut } from '../discovery/left-out.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';
import type { Needs } from '../discovery/needed.ts';
import { loadNeeded } from '../discovery/needed.ts';
import type { ExitCode } from '../exit-codes.ts';
import type { Stopwatch } from '../host/stopwatch.ts';
import { requireMemory } from '../host/require-memory.ts';
import type { LoadedMatrix } from '../matrices/load-matrix.ts';
import { loadMatrix } from '../matrices/load-matrix.ts';
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
import { productBytes } from './product-bytes.ts';
import type { MatrixRun } from './run-matrix.ts';
import { runMatrix } from './run-matrix.ts';
import { DEFAULT_OPERATION } from './kernels-of.ts';
import type { TimeBudget } from './time-budget.ts';
import type { TimingOptions } from './time-group.ts';
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
}

/** What became of one matrix. */
export interface MatrixReport {
  readonly matrix: MatrixBlock;
  readonly plan: CasePlan;
  readonly run: MatrixRun;
  readonly readMs: number;
}

/** A matrix that could not be read or made. */
export interface MatrixFailure extends Problem {
  readonly matrix: string;
  readonly exitCode: ExitCode;
}

/** Which combinations of a matrix run, of those that `plan` makes of the selection, or of other points. */
export type Choose = (matrix: MatrixBlock, plan: (points?: Points) => CasePlan, selection: Selection) => CasePlan;

/** How one matrix is run, and who is told of it before all of it is done. */
export interface RunWatcher {
  /** Default: all that is planned. */
  readonly choose?: Choose;
  /** Default: without end. */
  readonly budget?: TimeBudget;
  /** Called once, before anything runs. */
  onPlan(start: Omit<MatrixReport, 'run'>): void;
  /** Told what is about to be done. */
  onStep(text: string): void;
  /** Called for each combination once it is checked, now and then between samples, and once it is timed. */
  onRun(run: CaseRun): void;
}

/** Backends opened for a series of matrices. */
export interface Session {
  readonly installation: LoadedInstallation;
  readonly backends: OpenedBackends;
  readonly selection: Selection;
  /** Samples per combination; absent where it validates only. */
  readonly runs?: number;
  /** Every combination of the selection on a matrix in memory, to run or excluded; `points` in place of the selection's. */
  plan(matrix: LoadedMatrix, points?: Points): CasePlan;
  /** What the selection computes on it. */
  workload(matrix: LoadedMatrix): MatrixWorkload;
  /** Reads a matrix and runs every combination, telling `watcher` on the way. Never throws: what went wrong is the answer. */
  run(source: MatrixSource, watcher: RunWatcher): Promise<MatrixReport | MatrixFailure>;
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
  const already = backends.open.filter(({ descriptor }) => descriptor.id === BASELINE.backend);
  if (already.length > 0) return { open: already, closed: [], dispose: async () => {} };
  return openBackends(installation, { backends: [BASELINE.backend] }, stopwatch);
}

interface SessionParts extends Omit<Session, 'run' | 'plan' | 'workload' | 'dispose'> {
  readonly baseline: OpenedBackends | undefined;
  readonly evictors: Evictors;
}

function workloadOf({ installation, selection }: SessionParts, coo: CooMatrix): MatrixWorkload {
  const { operation = DEFAULT_OPERATION, options, sizes } = selection;
  const parts = { ...(options ? { options } : {}), ...(sizes ? { sizes } : {}) };
  return { ...createWorkload(installation.registry.operation(operation), coo, parts), coo };
}

function planLoaded(
  options: SessionOptions,
  parts: SessionParts,
  { name, coo }: LoadedMatrix,
  points: Points = parts.selection.points,
  choose?: (plan: (points?: Points) => CasePlan) => CasePlan,
): CasePlan {
  const workload = workloadOf(parts, coo);
  requireMemory(
    `The vectors of one product with ${name}`,
    productBytes(workload.signature, [{ backend: '', precision: 'f64' }], 1),
  );
  const inputs = {
    registry: parts.installation.registry,
    workload,
    structure: structureOf(coo),
    maxBytes: options.maxBytes,
    backends: parts.backends,
  };
  const planned = (which: Points = points): CasePlan =>
    planCases({ ...inputs, selection: { ...parts.selection, points: which } });
  const { runnable, excluded } = choose ? choose(planned) : planned();
  const extra = parts.baseline ? missingBaselines(runnable, inputs, parts.baseline) : [];
  return { runnable: [...runnable, ...extra], excluded };
}

function timingOf(runs: number, { cold }: SessionOptions, { stopwatch }: EngineContext): TimingOptions {
  return { runs, stopwatch, cold: cold !== undefined };
}

async function runLoaded(
  context: EngineContext,
  options: SessionOptions,
  parts: SessionParts,
  source: MatrixSource,
  matrix: LoadedMatrix,
  watcher: RunWatcher,
): Promise<MatrixReport> {
  const { coo } = matrix;
  const { choose, budget } = watcher;
  const own: { block?: MatrixBlock } = {};
  const block = (): MatrixBlock => (own.block ??= matrixBlock(matrix, matrixStatistics(coo)));
  const plan = planLoaded(
    options,
    parts,
    matrix,
    undefined,
    choose && ((planned) => choose(block(), planned, parts.selection)),
  );
  const start = { matrix: block(), plan, readMs: matrix.readMs };
  watcher.onPlan(start);
  const timed = options.runs !== undefined;
  const solution = timed ? undefined : await companionVectors(source, coo.shape, context);
  const workload = workloadOf(parts, coo);
  const variants = checkVariants(workload, { ...options, thorough: !timed, ...(solution ? { solution } : {}) });
  const run = await context.stopwatch.during('convert, prepare, check', () =>
    runMatrix(workload, plan.runnable, {
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
 * Loads the plugins and opens the backends of a selection.
 *
 * Errors: usage for unknown names. A backend that does not open is part of `backends`, not an error.
 */
export async function openSession(context: EngineContext, options: SessionOptions): Promise<Session> {
  const { stopwatch } = context;
  const found = await context.discover();
  const installation = await stopwatch.during('load plugins', () =>
    loadNeeded(found, needsOf(options.selection, options.runs !== undefined)),
  );
  noteLeftOut(context.terminal, installation);
  const selection = checkedSelection(installation.registry, options.selection);
  const backends = await openBackends(installation, selection, stopwatch);
  const baseline = await openBaseline(installation, backends, options.runs !== undefined, stopwatch);
  const evictors = createEvictors(installation.registry, options.cold ?? 0);
  const parts: SessionParts = { installation, backends, selection, baseline, evictors };
  return {
    installation,
    backends,
    selection,
    ...(options.runs === undefined ? {} : { runs: options.runs }),
    plan: (matrix, points) => planLoaded(options, parts, matrix, points),
    workload: ({ coo }) => workloadOf(parts, coo),
    async run(source, watcher) {
      try {
        context.terminal.progress(`reading ${source.text}`);
        return await runLoaded(
          context,
          options,
          parts,
          source,
          await stopwatch.during('read', () => unlessStopped(context.signal, () => loadMatrix(source, context))),
          watcher,
        );
      } catch (error) {
        context.terminal.clearProgress();
        return { matrix: source.text, ...problemOf(error), exitCode: exitCodeOf(error) };
      }
    },
    dispose: () =>
      stopwatch.during('close', () => disposeAll(baseline ? [evictors, backends, baseline] : [evictors, backends])),
  };
}

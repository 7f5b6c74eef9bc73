import type { AnyCoo } from '@spmv/core';
import type {
  CasePlan,
  Engine,
  OpenedBackends,
  Points,
  ProblemFailure,
  ProblemOptions,
  ProblemReport,
  RunWatcher,
} from '@spmv/engine';
import type { Stopwatch } from '@spmv/engine/basics';
import { BASELINE, createEvictors, disposeAll, makesMatrix, planProblem, runProblem } from '@spmv/engine';
import { matrixHash } from '@spmv/engine/basics';
import { exitCodeOf, problemOf } from '../cli-error.ts';
import { noteLeftOut } from '../discovery/left-out.ts';
import type { LoadedInstallation } from '../discovery/installation.ts';
import type { Needs } from '../discovery/needed.ts';
import { loadNeeded } from '../discovery/needed.ts';
import { THIS_HOST } from '../host/this-host.ts';
import type { LoadedMatrix } from '../matrices/load-matrix.ts';
import type { MatrixSource } from '../matrices/matrix-source.ts';
import { companionVectors } from '../matrices/vectors.ts';
import { unlessStopped } from '../process/unless-stopped.ts';
import type { AnyOperation } from './any-operation.ts';
import { hasMatrix, refuseFactors, refuseForMatrices } from './any-operation.ts';
import { anyOperation, checkedSelection } from './check-selection.ts';
import type { EngineContext } from './engine-context.ts';
import type { ReadMatrices } from './load-matrices.ts';
import { loadMatrices } from './load-matrices.ts';
import type { ProblemSource, ReadProblem } from './load-problem.ts';
import { loadProblem, problemSources, problemText } from './load-problem.ts';
import { openBackends } from './open-backends.ts';
import type { CommandSelection } from './selection.ts';

export interface SessionOptions extends ProblemOptions {
  readonly selection: CommandSelection;
}

/** A problem of any operation, read and made. */
export type ReadAny = ReadProblem | ReadMatrices;

/** Backends opened for a series of problems. */
export interface BackendSession {
  readonly installation: LoadedInstallation;
  readonly backends: OpenedBackends;
  readonly selection: CommandSelection;
  /** Samples per combination; absent where it validates only. */
  readonly runs?: number;
  /** What is computed. */
  readonly operation: AnyOperation;
  /** Whether it has a stored matrix. */
  readonly storesMatrix: boolean;
  /**
   * What the selection is computed on: each of these matrices, or none where the operation stores none, in each of the sizes asked for.
   * Errors: usage for matrices that the operation has no use for, or none where it has.
   */
  problems(matrices: readonly MatrixSource[]): readonly ProblemSource[];
  /** Reads a problem. Errors: as of `loadProblem`. */
  load(source: ProblemSource): Promise<ReadAny>;
  /** Every combination of the selection on a problem, to run or excluded; `points` in place of the selection's. */
  plan(problem: ReadAny, points?: Points): CasePlan;
  /** Reads a problem and runs every combination, telling `watcher` on the way. Never throws: what went wrong is the answer. */
  run(source: ProblemSource, watcher: RunWatcher): Promise<ProblemReport | ProblemFailure>;
  dispose(): Promise<void>;
}

/** The same problem, its matrix with its hash. */
function withHash(problem: ReadAny): ReadAny {
  const hashed = <M extends LoadedMatrix<AnyCoo>>(matrix: M): M => ({
    ...matrix,
    hash: matrix.hash ?? matrixHash(matrix.coo, THIS_HOST.digest),
  });
  if (!makesMatrix(problem)) return problem.matrix ? { ...problem, matrix: hashed(problem.matrix) } : problem;
  const matrix = hashed(problem.matrix);
  const named = Object.entries(problem.matrices);
  const matrices = named.map(([name, one]): [string, LoadedMatrix] => [name, one === problem.matrix ? matrix : one]);
  return { ...problem, matrix, matrices: Object.fromEntries(matrices) };
}

/** What a selection has use for, with the baseline where times are taken. */
function needsOf({ operation, formats, kernels, backends }: CommandSelection, timed: boolean): Needs {
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

/** Backends of these ids, or all; the caller that opened them disposes of them. */
function shareOf({ open, closed }: OpenedBackends, ids: readonly string[] | undefined): OpenedBackends {
  return {
    open: open.filter(({ descriptor }) => ids?.includes(descriptor.id) ?? true),
    closed: closed.filter(({ id }) => ids?.includes(id) ?? true),
    dispose: async () => {},
  };
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
): Promise<BackendSession> {
  const { stopwatch, signal } = context;
  const found = await context.discover();
  const installation = await stopwatch.during('load plugins', () =>
    loadNeeded(found, needsOf(options.selection, options.runs !== undefined)),
  );
  noteLeftOut(context.terminal, installation);
  const { registry } = installation;
  const selection = checkedSelection(registry, options.selection);
  const backends = opened
    ? shareOf(opened, selection.backends)
    : await openBackends(installation, selection, stopwatch);
  const baseline = await openBaseline(installation, opened ?? backends, options.runs !== undefined, stopwatch);
  const evictors = createEvictors(registry, options.cold ?? 0, THIS_HOST.memory);
  const operation = anyOperation(registry, selection.operation);
  const { cold, uploads, profile } = options;
  if (operation.kind === 'matrix-operation') {
    refuseForMatrices(operation, { cold, uploads, profile });
    refuseFactors(operation, options);
  }
  const engine: Engine = {
    registry,
    backends,
    baseline,
    evictors,
    selection,
    options,
    host: THIS_HOST,
    stopwatch,
    signal,
  };
  // Problems of one matrix in several sizes follow each other: it is read once.
  let last: ProblemSource = { matrix: undefined, sizes: {} };
  const load = async (source: ProblemSource): Promise<ReadAny> => {
    const known = last.matrix === source.matrix ? { ...last, ...source } : source;
    last = source;
    const problem = await stopwatch.during('read', () =>
      unlessStopped(signal, async (): Promise<ReadAny> =>
        operation.kind === 'matrix-operation'
          ? loadMatrices(operation, selection, known, context)
          : loadProblem(operation, selection, known, context),
      ),
    );
    const hashed = withHash(problem);
    if (hashed.matrix) last = { ...source, loaded: hashed.matrix };
    return hashed;
  };
  return {
    installation,
    backends,
    selection,
    operation,
    ...(options.runs === undefined ? {} : { runs: options.runs }),
    storesMatrix: hasMatrix(operation, selection.options),
    problems: (matrices) => problemSources(operation, selection, matrices),
    load,
    plan: (problem, points) => planProblem(engine, problem, points),
    async run(source, watcher) {
      try {
        context.terminal.progress(`reading ${problemText(source)}`);
        const problem = await load(source);
        const { coo, components = 1 } = makesMatrix(problem) ? {} : problem.workload;
        const { matrix } = source;
        const report = await runProblem(engine, problem, watcher, async () =>
          matrix && coo ? companionVectors(matrix, coo.shape, context, components) : undefined,
        );
        context.terminal.clearProgress();
        return report;
      } catch (error) {
        context.terminal.clearProgress();
        return { matrix: problemText(source), ...problemOf(error), exitCode: exitCodeOf(error) };
      }
    },
    dispose: () =>
      stopwatch.during('close', () => disposeAll(baseline ? [evictors, backends, baseline] : [evictors, backends])),
  };
}

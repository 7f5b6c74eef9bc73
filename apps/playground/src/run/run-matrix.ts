import type { Registry } from '@spmv/core';
import { createRegistry } from '@spmv/core';
import type {
  BackendRow,
  CaseRun,
  OpenEngine,
  ProblemFailure,
  ProblemOptions,
  RunHead,
  RunKeeper,
  Selection,
} from '@spmv/engine';
import {
  backendState,
  benchRows,
  collectRows,
  copyRate,
  DEFAULT_OPERATION,
  matrixProblem,
  openEngine,
  optionsOf,
  runProblem,
  timeBudget,
} from '@spmv/engine';
import { createStopwatch, DEFAULT_SEED } from '@spmv/engine/basics';
import { createKeeper } from '@spmv/engine/keeper';
import { advisedOrder } from './advised-order.ts';
import { pageHost } from './page-host.ts';
import { neededPlugins } from './plugins.ts';
import type { FromRunWorker, RunProgress, RunRequest } from './protocol.ts';

/** Most bytes of one stored matrix, as the command has it where memory is short. */
const MAX_BYTES = 2 ** 30;
/** What the command ends with where something failed. */
const FAILED = 1;
/** Milliseconds between two reports of progress. */
const REPORT_MS = 100;

/** The plugins that a run has use for, loaded, and the package that brings each backend. */
async function loadPlugins({ formats, backends }: RunRequest): Promise<{
  readonly registry: Registry;
  readonly packages: ReadonlyMap<string, string>;
}> {
  const needed = neededPlugins(formats, backends);
  const plugins = await Promise.all(needed.map(async (source) => (await source.load()).plugin));
  const packages = new Map(
    needed.flatMap((source) => (source.backend === undefined ? [] : [[source.backend, source.package] as const])),
  );
  return { registry: createRegistry(plugins), packages };
}

function selectionOf({ formats, backends, precisions }: RunRequest): Selection {
  return {
    params: {},
    points: 'default',
    ...(formats ? { formats } : {}),
    ...(backends ? { backends } : {}),
    ...(precisions ? { precisions } : {}),
  };
}

/** The backends of a run as its document has them. */
function rowsOf({ registry, backends }: OpenEngine, packages: ReadonlyMap<string, string>): readonly BackendRow[] {
  return registry.backends.flatMap(({ id, targets }) => {
    const state = backendState(id, backends);
    return state ? [{ id, package: packages.get(id) ?? '', version: null, ...state, targets }] : [];
  });
}

/** Counts what was checked and sampled; tells now and then. */
function createProgress(runs: number, tell: (progress: RunProgress) => void) {
  const samples = new Map<CaseRun['case'], number>();
  const begun = new Set<string>();
  const now = { step: 'loading kernels', total: 0, told: -Infinity, waiting: false };
  const report = (force = false): void => {
    if (!force && performance.now() - now.told < REPORT_MS) return;
    now.told = performance.now();
    now.waiting = false;
    tell({
      step: now.step,
      checked: Math.max(samples.size, begun.size - 1),
      total: now.total,
      samples: [...samples.values()].reduce((sum, count) => sum + count, 0),
      allSamples: runs * now.total,
    });
  };
  return {
    plan(total: number): void {
      now.total = total;
      report(true);
    },
    step(text: string): void {
      now.step = text;
      // The others are named one by one before they are checked.
      if (!/^(?:converting|timing|measuring|looking|ordering) /u.test(text)) begun.add(text);
      report(text.startsWith('timing '));
    },
    saw(run: CaseRun): void {
      samples.set(run.case, run.problem ? runs : (run.times?.samplesMs.length ?? 0));
      // Several are told of in a row.
      if (now.waiting) return;
      now.waiting = true;
      queueMicrotask(() => report(true));
    },
  };
}

/** Runs every combination on a matrix; whatever is known is sent at once, so that nothing is lost with the worker. */
export async function runMatrix(request: RunRequest, send: (message: FromRunWorker) => void): Promise<void> {
  const keeper = createKeeper((message) => send({ kind: 'keep', message }));
  const host = pageHost();
  const stopwatch = createStopwatch((times) => keeper.put('timings', 0, { ...times }));
  const { name, source, coo, readMs, runs, budgetMs, cores } = request;
  const progress = createProgress(runs, (told) => send({ kind: 'progress', progress: told }));
  progress.plan(0);
  const load = { load: null, cores };
  const started = new Date().toISOString();
  const budget = budgetMs === undefined ? undefined : timeBudget(budgetMs);
  const { registry, packages } = await stopwatch.during('load plugins', () => loadPlugins(request));
  const options: ProblemOptions = { seed: DEFAULT_SEED, alpha: 1, beta: 0, maxBytes: MAX_BYTES, runs };
  const selection = selectionOf(request);
  const engine = await openEngine({ registry, host, selection, options, stopwatch });
  const told = optionsOf(options, { operation: registry.operation(DEFAULT_OPERATION), selection });
  keeper.begin('bench', { schema: 'spmv.bench/1', started, options: told, load } satisfies RunHead);
  const backends = rowsOf(engine, packages);
  for (const [b, row] of backends.entries()) keeper.put('backends', b, row);
  const failure = (error: unknown): ProblemFailure => ({ matrix: source, ...host.problemOf(error), exitCode: FAILED });
  await collectRows(
    [
      {
        name,
        source,
        async run(watcher) {
          try {
            progress.step('looking at the matrix');
            const problem = await stopwatch.during('read', async () =>
              matrixProblem(engine, { name, source, coo, readMs }),
            );
            if (budget) progress.step('ordering kernels by what they are expected to take');
            const choose = budget && (await stopwatch.during('order by advice', () => advisedOrder(engine, coo)));
            return await runProblem(engine, problem, choose ? { ...watcher, choose } : watcher);
          } catch (error) {
            return failure(error);
          }
        },
      },
    ],
    benchRows(load, true),
    {
      keeper,
      signal: engine.signal,
      ...(budget ? { budget } : {}),
      listener: {
        planned: ({ plan }) => progress.plan(plan.runnable.filter(({ listed }) => listed).length),
        step: progress.step,
        saw: (run) => {
          if (run.case.listed) progress.saw(run);
        },
      },
    },
  );
  if (budget === undefined || budget.left() > 0) await measureCopies(engine, backends, keeper, progress.step);
  send({ kind: 'ended', problem: null });
}

/** What each backend copies, for the roof in the report. One that cannot says so with its products, if at all. */
async function measureCopies(
  engine: OpenEngine,
  rows: readonly BackendRow[],
  keeper: RunKeeper,
  step: (text: string) => void,
): Promise<void> {
  for (const [b, row] of rows.entries()) {
    const opened = engine.backends.open.find(({ descriptor }) => descriptor.id === row.id);
    if (!opened) continue;
    step(`measuring how fast ${row.id} copies`);
    const rate = await engine.stopwatch.during('measure copies', () =>
      copyRate(opened, engine.host).catch(() => undefined),
    );
    if (rate !== undefined) keeper.put('backends', b, { ...row, copyGbPerSecond: rate });
  }
}

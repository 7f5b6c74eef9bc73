import type { BenchResult, RunEnd, RunDocument, RunKeeper } from '@spmv/engine';
import { runDocument } from '@spmv/engine';
import type { ReportedError } from '@spmv/engine/basics';
import type { KeeperMessage, Kept } from '@spmv/engine/keeper';
import { createKeeper } from '@spmv/engine/keeper';
import type { Store } from '../state/store.ts';
import { createStore } from '../state/store.ts';
import { browserName, systemName } from './browser-name.ts';
import type { FromRunWorker, RunProgress, RunRequest } from './protocol.ts';

/** What is known of a run. */
export type RunState =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly progress: RunProgress; readonly kept: Kept | undefined }
  | {
      readonly status: 'ended';
      readonly kept: Kept | undefined;
      readonly ending: RunEnd;
      /** What was asked for; absent for all. */
      readonly precisions: RunRequest['precisions'];
    };

/** Runs on one matrix, one at a time. */
export interface RunClient {
  readonly state: Store<RunState>;
  /** Ends what runs, and begins. The arrays of the matrix are handed over. */
  start(request: RunRequest): void;
  /** Ends the worker at once; what it has measured so far stays. */
  cancel(): void;
  /** As `cancel`: another matrix is to be measured. */
  rest(): void;
  /** Ends what runs: nobody looks at it any more. */
  dispose(): void;
}

const NOTHING: RunProgress = { step: 'starting', checked: 0, total: 0, samples: 0, allSamples: 0 };
/** Milliseconds between two drawings of the table. */
const DRAW_MS = 250;

/** Milliseconds that a run may take beyond its time budget, and as a part of it: on a slow device the first kernels take longer than a short one. */
const [LEAST_MORE_MS, MORE] = [60_000, 0.5];

function beyond(budgetMs: number, { step }: RunProgress): ReportedError {
  return {
    code: null,
    reason: `The time budget of ${budgetMs / 1000} s has been over for a while, and '${step}' has not ended: for this matrix one step takes as long. What was measured is kept.`,
    fix: 'Allow more time, or choose fewer precisions and backends, or a smaller matrix.',
  };
}

const LOST: ReportedError = {
  code: null,
  reason: 'The worker that ran the products has ended: most likely it asked for more memory than this browser gives.',
  fix: 'Use a smaller matrix, one precision or one backend, or the command, which has the memory of the machine.',
};

function tell(keeper: RunKeeper, message: KeeperMessage): void {
  if (message.kind === 'begin') keeper.begin(message.command, message.head);
  else if (message.kind === 'put') keeper.put(message.list as 'results', message.order, message.item as never);
}

interface Current {
  readonly precisions: RunRequest['precisions'];
  readonly worker: Worker;
  readonly keeper: RunKeeper;
  progress: RunProgress;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Ends what runs far beyond its time budget. */
  watch: ReturnType<typeof setTimeout> | undefined;
}

/** Runs in a worker of their own; whatever is kept comes as messages, so that ending the worker loses nothing. */
export function createRunClient(): RunClient {
  const state = createStore<RunState>({ status: 'idle' });
  let current: Current | undefined;

  function end(problem: ReportedError | null, interrupted: boolean): void {
    if (!current) return;
    const { precisions, worker, keeper, progress, timer, watch } = current;
    clearTimeout(timer);
    clearTimeout(watch);
    worker.terminate();
    current = undefined;
    const ending = { interrupted, problem, doing: progress.step };
    state.set({ status: 'ended', kept: keeper.kept, ending, precisions });
  }

  function draw(run: Current): void {
    run.timer ??= setTimeout(() => {
      run.timer = undefined;
      if (run === current) state.set({ status: 'running', progress: run.progress, kept: run.keeper.kept });
    }, DRAW_MS);
  }

  function receive(run: Current, message: FromRunWorker): void {
    if (run !== current) return;
    if (message.kind === 'ended') return end(message.problem, false);
    if (message.kind === 'keep') tell(run.keeper, message.message);
    else run.progress = message.progress;
    draw(run);
  }

  return {
    state,
    start(request) {
      end(null, true);
      const worker = new Worker(new URL('./run-worker.ts', import.meta.url), { type: 'module', name: 'run' });
      const { budgetMs, precisions } = request;
      const run: Current = {
        precisions,
        worker,
        keeper: createKeeper(),
        progress: NOTHING,
        timer: undefined,
        watch: undefined,
      };
      current = run;
      if (budgetMs !== undefined)
        run.watch = setTimeout(
          () => end(beyond(budgetMs, run.progress), false),
          budgetMs + Math.max(LEAST_MORE_MS, MORE * budgetMs),
        );
      worker.addEventListener('message', ({ data }: MessageEvent<FromRunWorker>) => receive(run, data));
      worker.addEventListener('error', (event) => {
        const said = event.message ? ` (${event.message})` : '';
        if (run === current) end({ ...LOST, reason: `${LOST.reason}${said}` }, false);
      });
      const { rowIndex, colIndex, values, rowStart } = request.coo;
      worker.postMessage(
        request,
        [rowIndex, colIndex, values, ...(rowStart ? [rowStart] : [])].map(({ buffer }) => buffer as ArrayBuffer),
      );
      state.set({ status: 'running', progress: NOTHING, kept: undefined });
    },
    cancel: () => end(null, true),
    rest: () => end(null, true),
    dispose: () => end(null, true),
  };
}

/** The document of a run that has ended, as the command would write it. */
export function documentOf(kept: Kept, ending: RunEnd): RunDocument<BenchResult> {
  const { deviceMemory } = navigator as { readonly deviceMemory?: number };
  return runDocument<BenchResult>(kept, ending, {
    cpu: 'unknown',
    cores: navigator.hardwareConcurrency,
    memoryBytes: deviceMemory === undefined ? null : deviceMemory * 2 ** 30,
    loadAverage: null,
    os: systemName(navigator),
    arch: '',
    browser: browserName(navigator),
  });
}

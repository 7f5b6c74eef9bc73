import { fork } from 'node:child_process';
import type { Kept } from '@spmv/engine/keeper';
import { createKeeper } from '@spmv/engine/keeper';
import type { Exclusion, WorkerOrder, OutputFlags, WorkerReport, RiskyStep } from './messages.ts';
import { isReport } from './messages.ts';
import type { Signals } from './signals.ts';

/** What became of a process that worked. */
export interface WorkerEnd {
  /** Set when it said that it was done. */
  readonly exitCode: number | undefined;
  readonly code: number | null;
  readonly signal: string | null;
  /** True when it was ended because its step took longer than it may. */
  readonly late: boolean;
  /** The step it was in. */
  readonly step: RiskyStep | null;
  readonly doing: string;
  readonly flags: OutputFlags | undefined;
  readonly kept: Kept | undefined;
}

/** After a signal the process that works has this long to begin with its output, or to tell one more result. */
const STOP_MS = 1200;
/** A process that can still look at the clock ends its step itself: with so much before this one ends it. */
const GRACE_MS = 1000;
/** One that has said that it is done has this long to go. */
const LEAVE_MS = 5000;

/** Runs a command line in a process of its own until that ends or has to be ended. */
export function runWorker(
  script: string,
  args: readonly string[],
  excluded: readonly Exclusion[],
  signals: Signals,
): Promise<WorkerEnd> {
  return new Promise((resolve, reject) => {
    const worker = fork(script, [], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
    const keeper = createKeeper();
    let [exitCode, flags, doing, step, publishing, late]: [
      number | undefined,
      OutputFlags | undefined,
      string,
      RiskyStep | null,
      boolean,
      boolean,
    ] = [undefined, undefined, '', null, false, false];
    let timer: NodeJS.Timeout | undefined;
    const kill = (): void => void worker.kill('SIGKILL');
    const after = (ms: number, act: () => void): void => {
      clearTimeout(timer);
      timer = setTimeout(act, ms);
    };
    const order = (message: WorkerOrder): void => void (worker.connected && worker.send(message, () => {}));
    const stop = (): void => {
      if (publishing || exitCode !== undefined) return;
      order({ kind: 'stop' });
      after(STOP_MS, kill);
    };
    const receive = (report: WorkerReport): void => {
      if (report.kind === 'begin') keeper.begin(report.command, report.head);
      else if (report.kind === 'put') {
        keeper.put(report.list, report.order, report.item);
        if (signals.stopped && !publishing && exitCode === undefined) after(STOP_MS, kill);
      } else if (report.kind === 'doing') doing = report.words;
      else if (report.kind === 'flags') ({ flags } = report);
      else if (report.kind === 'publishing') {
        publishing = true;
        clearTimeout(timer);
      } else if (report.kind === 'done') {
        ({ exitCode } = report);
        after(LEAVE_MS, kill);
      } else {
        ({ step } = report);
        if (signals.stopped) return;
        clearTimeout(timer);
        if (step) {
          after(step.limitMs + GRACE_MS, () => {
            late = true;
            kill();
          });
        }
      }
    };
    const served = signals.serve({ onStop: stop, onKill: kill, hasResults: () => keeper.kept !== undefined });
    worker.on('message', (message) => void (isReport(message) && receive(message)));
    worker.once('error', reject);
    worker.once('exit', (code, signal) => {
      clearTimeout(timer);
      served();
      // What it sent before may still be on its way; a grandchild that holds the channel must not keep us.
      const end = (): void => resolve({ exitCode, code, signal, late, step, doing, flags, kept: keeper.kept });
      if (!worker.connected) end();
      else {
        const timeout = setTimeout(end, 1000);
        worker.once('disconnect', () => {
          clearTimeout(timeout);
          end();
        });
      }
    });
    order({ kind: 'start', args, excluded, beganAt: performance.timeOrigin });
    if (signals.stopped) stop();
  });
}

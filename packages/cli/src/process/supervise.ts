import { EXIT } from '../exit-codes.ts';
import { howItEnded } from './how-it-ended.ts';
import type { Exclusion } from './messages.ts';
import { runWorker } from './run-worker.ts';
import type { WorkerEnd } from './run-worker.ts';
import type { Signals } from './signals.ts';
import { watchSignals } from './signals.ts';

function exclusionOf(end: WorkerEnd, earlier: readonly Exclusion[]): Exclusion | undefined {
  const { step, late } = end;
  if (!step?.leaveOut || earlier.some(({ plugin }) => plugin === step.plugin)) return undefined;
  const how = late ? howItEnded(end) : `ended the process: it ${howItEnded(end)}`;
  return { plugin: step.plugin, ...step.leaveOut, reason: `${step.words} ${how}.` };
}

/** What runs a command line and what is done where that ends without its results. */
export interface Supervised {
  /** Script of the process that works. */
  readonly script: string;
  /** Says what happened, and hands out what the process that worked told of. Resolves to the exit code. */
  finish(end: WorkerEnd, stopped: boolean): Promise<number>;
}

async function superviseWith(args: readonly string[], signals: Signals, work: Supervised): Promise<number> {
  const excluded: Exclusion[] = [];
  for (;;) {
    const end = await runWorker(work.script, args, excluded, signals);
    if (signals.killed) return EXIT.interrupted;
    if (end.exitCode !== undefined) return end.exitCode;
    const found = signals.stopped ? undefined : exclusionOf(end, excluded);
    if (!found) return work.finish(end, signals.stopped);
    excluded.push(found);
  }
}

/**
 * Runs a command line in a process of its own and resolves to the exit code.
 *
 * This one does nothing but wait, so that it can answer a signal while the other is busy for long or gone, and hands out the results that it
 * was told of when the other one cannot. A plugin that the other one does not come back from is left out of a second try.
 */
export async function supervise(args: readonly string[], work: Supervised): Promise<number> {
  const signals = watchSignals();
  try {
    return await superviseWith(args, signals, work);
  } catch (error) {
    process.stderr.write(
      `error: The worker process cannot be started: ${(error as Error).message}\n  Free memory or processes, and try again.\n`,
    );
    return EXIT.failed;
  } finally {
    signals.off();
  }
}

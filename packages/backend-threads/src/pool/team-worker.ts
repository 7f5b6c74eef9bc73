import { isSpmvError, SpmvError } from '@spmv/core';
import { messageOf } from '@spmv/kernels-cpu/runtime';
import type { OperatorDescription, SetupFailure, StartMessage } from '../messages.ts';
import type { StartWorker, WorkerChannel } from './worker-channel.ts';

/** One worker of the pool. When it ends, its methods fail instead of waiting for ever. */
export interface TeamWorker {
  start(message: StartMessage): Promise<void>;
  load(
    operators: readonly OperatorDescription[],
    dropped: readonly number[],
    epoch: number,
  ): Promise<SetupFailure | undefined>;
  hold(alive: boolean): void;
  hasEnded(): boolean;
  end(): Promise<void>;
}

/** `BACKEND.WORKER_LOST`: nothing more can be computed with this pool. */
export function workerLost(index: number, reason: string): SpmvError {
  return new SpmvError('BACKEND.WORKER_LOST', `Worker ${index} of backend 'threads' has ended: ${reason}.`, {
    fix: 'Dispose of the backend and open it again. If it ran out of memory, use fewer threads or a smaller matrix.',
    details: { worker: index, reason },
  });
}

/** Starts a worker and waits until it answers. `onLost` is called when it ends without being asked to. Errors: `BACKEND.WORKER_LOST`. */
export async function startTeamWorker(index: number, onLost: (error: SpmvError) => void): Promise<TeamWorker> {
  let ending = false;
  let reason: SpmvError | undefined;
  // Calls that are waited for. One promise of the loss would remember every call that was ever raced with it.
  const waiting = new Set<(error: SpmvError) => void>();
  const orLost = <T>(call: Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (reason) reject(reason);
      waiting.add(reject);
      call.then(resolve, reject).finally(() => waiting.delete(reject));
    });
  const onEnd = (words: string): void => {
    if (ending) return;
    reason = workerLost(index, words);
    onLost(reason);
    for (const reject of waiting) reject(reason);
  };
  const channel = await orLost(startChannel(index, onEnd));
  return {
    start: async (message) => {
      await orLost(channel.api.start(message));
    },
    load: async (operators, dropped, epoch) => orLost(channel.api.load(operators, dropped, epoch)),
    hold: (alive) => channel.hold(alive),
    hasEnded: () => channel.hasEnded(),
    async end() {
      ending = true;
      await channel.terminate();
    },
  };
}

async function startChannel(index: number, onEnd: (reason: string) => void): Promise<WorkerChannel> {
  try {
    return await (
      await hostWorkers()
    )(`spmv ${index}`, onEnd);
  } catch (cause) {
    if (isSpmvError(cause)) throw cause;
    throw new SpmvError(
      'BACKEND.WORKER_LOST',
      `Worker ${index} of backend 'threads' did not start: ${messageOf(cause)}.`,
      {
        fix: 'Use fewer threads, or free memory.',
        cause,
      },
    );
  }
}

/** How workers are started here. */
async function hostWorkers(): Promise<StartWorker> {
  const onNode = typeof process === 'object' && process.versions?.node !== undefined;
  return onNode
    ? (await import('./node-worker.ts')).startNodeWorker
    : (await import('./page-worker.ts')).startPageWorker;
}

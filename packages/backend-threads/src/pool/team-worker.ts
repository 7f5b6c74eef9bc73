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
  let onEnd = (_reason: string): void => {};
  const lost = new Promise<never>((_, reject) => {
    onEnd = (reason) => {
      if (ending) return;
      const error = workerLost(index, reason);
      onLost(error);
      reject(error);
    };
  });
  // Whoever awaits a method gets the error. If no method is running, it must not become an unhandled one.
  lost.catch(() => {});
  const channel = await Promise.race([lost, startChannel(index, (reason) => onEnd(reason))]);
  return {
    start: async (message) => {
      await Promise.race([lost, channel.api.start(message)]);
    },
    load: async (operators, dropped, epoch) => Promise.race([lost, channel.api.load(operators, dropped, epoch)]),
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

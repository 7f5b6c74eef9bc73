// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration has no module to import
/// <reference path="../threads-js.d.ts" />
import { SpmvError } from '@spmv/core';
import { spawn, Thread } from 'threads';
import type { OperatorDescription, SetupFailure, StartMessage, WorkerApi } from '../messages.ts';
import type { NativeWorker } from './native-worker.ts';
import { startNativeWorker } from './native-worker.ts';

/** One worker of the pool. Its methods fail, rather than wait for ever, when it ends. */
export interface TeamWorker {
  start(message: StartMessage): Promise<void>;
  load(operators: readonly OperatorDescription[], dropped: readonly number[], epoch: number): Promise<SetupFailure | undefined>;
  hold(alive: boolean): void;
  hasEnded(): boolean;
  end(): Promise<void>;
}

const SPAWN_TIMEOUT_MS = 60_000;

/** `BACKEND.WORKER_LOST`: nothing more can be computed with this pool. */
export function workerLost(index: number, reason: string): SpmvError {
  return new SpmvError('BACKEND.WORKER_LOST', `Worker ${index} of backend 'threads' has ended: ${reason}.`, {
    fix: 'Dispose of the backend and open it again; if it ran out of memory, use fewer threads or a smaller matrix.',
    details: { worker: index, reason },
  });
}

/** Starts a worker and waits until it answers. `onLost` is called when it ends without being asked to. Errors: `BACKEND.WORKER_LOST`. */
export async function startTeamWorker(index: number, onLost: (error: SpmvError) => void): Promise<TeamWorker> {
  const native = await startNativeWorker(`spmv ${index}`);
  let ending = false;
  const lost = new Promise<never>((_, reject) => {
    native.onEnd((reason) => {
      if (ending) return;
      const error = workerLost(index, reason);
      onLost(error);
      reject(error);
    });
  });
  // Whoever awaits a method sees the error; without a method under way it is not an unhandled one.
  lost.catch(() => {});
  const thread = await Promise.race([lost, spawnThread(index, native)]);
  return {
    start: async (message) => {
      await Promise.race([lost, thread.start(message)]);
    },
    load: async (operators, dropped, epoch) => Promise.race([lost, thread.load(operators, dropped, epoch)]),
    hold: (alive) => native.hold(alive),
    hasEnded: () => native.hasEnded(),
    async end() {
      ending = true;
      await Thread.terminate(thread);
    },
  };
}

async function spawnThread(index: number, native: NativeWorker): Promise<WorkerApi> {
  try {
    return (await spawn(native, { timeout: SPAWN_TIMEOUT_MS })) as WorkerApi;
  } catch (cause) {
    native.terminate();
    throw new SpmvError('BACKEND.WORKER_LOST', `Worker ${index} of backend 'threads' did not start: ${cause instanceof Error ? cause.message : String(cause)}.`, {
      fix: 'Use fewer threads, or free memory.',
      cause,
    });
  }
}

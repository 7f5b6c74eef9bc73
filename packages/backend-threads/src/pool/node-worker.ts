import { messageOf } from '@spmv/kernels-cpu/runtime';
import type { WorkerAnswer } from '../messages.ts';
import { createCalls } from './calls.ts';
import type { StartWorker } from './worker-channel.ts';
import { notStarted, workerScript } from './worker-script.ts';

/** Starts a thread of Node. */
export const startNodeWorker: StartWorker = async (name, onEnd) => {
  // Not imported, because bundlers for the web refuse Node's modules; and not `new Worker(new URL(…))`, which they would bundle once more.
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads');
  const script = workerScript();
  const worker = new Thread(script, { name });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  const { api, started, take } = createCalls((call) => worker.postMessage(call));
  worker.on('message', (answer: WorkerAnswer) => take(answer));
  // Bun has no such figure, and says so on standard error: there the end of a thread is told by its event alone.
  const idleMs = (): number => ('bun' in process.versions ? 0 : worker.performance.eventLoopUtilization().idle);
  let ended = false;
  let end = (_reason: string): void => {};
  const failed = new Promise<never>((_, reject) => {
    end = (reason) => void notStarted(name, script, reason).then(reject);
  });
  const onEnded = (reason: string): void => {
    if (!ended) end(reason);
    ended = true;
  };
  // Without a listener an error of the worker would be one of the process.
  worker.on('error', (error: unknown) => onEnded(messageOf(error)));
  worker.on('exit', (code) => onEnded(`exit code ${code}`));
  await Promise.race([started, failed]);
  end = onEnd;
  return {
    api,
    hold(alive) {
      if (alive) worker.ref();
      else worker.unref();
      // The first call records when the thread's loop began. That is possible only while the thread lives.
      idleMs();
    },
    // The idle time of a thread's event loop is −1 once the thread is gone: the only sign of it that needs no event.
    hasEnded: () => ended || idleMs() < 0,
    terminate: async () => void (await worker.terminate()),
  };
};

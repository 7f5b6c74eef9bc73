// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration has no module to import
/// <reference path="../threads-js.d.ts" />
import { Worker } from 'node:worker_threads';
import { spawn, Thread } from 'threads';
import type { WorkerApi } from '../messages.ts';
import type { StartWorker } from './worker-channel.ts';

const SPAWN_TIMEOUT_MS = 60_000;

/** What threads.js needs of a worker. */
interface ThreadsWorker {
  postMessage(message: unknown): void;
  terminate(): Promise<unknown>;
  addEventListener(name: string, listener: Listener): void;
  removeEventListener(name: string, listener: Listener): void;
}

type Listener = (event: { readonly data: unknown }) => void;

/**
 * Starts a thread of Node, spoken to by threads.js. That would start one too, but from a path relative to its caller only, and its
 * class installs handlers of SIGINT and SIGTERM that end the process with exit code 0. Bundlers for the web leave this file out, as
 * the field `browser` of package.json says.
 */
export const startNodeWorker: StartWorker = async (name, onEnd) => {
  const worker = new Worker(new URL('../worker/node-main.ts', import.meta.url), { name });
  let ended = false;
  const end = (reason: string): void => {
    if (!ended) onEnd(reason);
    ended = true;
  };
  // Without a listener an error of the worker would be one of the process.
  worker.on('error', (error: unknown) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => end(`exit code ${code}`));
  const thread = await spawn(eventTarget(worker), { timeout: SPAWN_TIMEOUT_MS }).catch((cause: unknown) => {
    void worker.terminate();
    throw cause;
  });
  return {
    api: thread as WorkerApi,
    hold(alive) {
      if (alive) worker.ref();
      else worker.unref();
      // The first call records when the thread's loop began. That is possible only while the thread lives.
      worker.performance.eventLoopUtilization();
    },
    // The idle time of a thread's event loop is −1 once the thread is gone: the only sign of it that needs no event.
    hasEnded: () => ended || worker.performance.eventLoopUtilization().idle < 0,
    terminate: () => Thread.terminate(thread),
  };
};

/** A thread of Node with the listeners of a page's worker. */
function eventTarget(worker: Worker): ThreadsWorker {
  const wrapped = new Map<unknown, (message: unknown) => void>();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    postMessage: (message) => worker.postMessage(message),
    terminate: async () => worker.terminate(),
    addEventListener(event, listener) {
      const handler = (message: unknown): void => listener({ data: message });
      wrapped.set(listener, handler);
      worker.on(event, handler);
    },
    removeEventListener(event, listener) {
      const handler = wrapped.get(listener);
      if (handler) worker.off(event, handler);
      wrapped.delete(listener);
    },
  };
}

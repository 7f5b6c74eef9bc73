import { fullUrl, readUrl } from '@spmv/kernels-cpu/runtime';
import type { WorkerAnswer } from '../messages.ts';
import { createCalls } from './calls.ts';
import type { StartWorker } from './worker-channel.ts';
import { notStarted, workerScript } from './worker-script.ts';

/** A worker accepts neither a script of another origin nor one that a bundler inlined. Such a script is given to it as a text of this page. */
async function urlFor(script: URL): Promise<string> {
  if (script.origin === location.origin && script.protocol !== 'data:') return script.href;
  return URL.createObjectURL(new Blob([await readUrl(script.href)], { type: 'text/javascript' }));
}

/** Starts a worker of a page. */
export const startPageWorker: StartWorker = async (name, onEnd) => {
  const script = new URL(fullUrl(workerScript().href));
  const worker = new Worker(await urlFor(script), { type: 'module', name });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  const { api, started, take } = createCalls((call) => worker.postMessage(call));
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => take(data));
  await new Promise<void>((resolve, reject) => {
    void started.then(resolve);
    worker.addEventListener('error', ({ message }) => void notStarted(name, script, message ?? '').then(reject), {
      once: true,
    });
  });
  worker.addEventListener('error', ({ message }) => onEnd(message));
  return { api, hold: () => {}, hasEnded: () => false, terminate: async () => worker.terminate() };
};

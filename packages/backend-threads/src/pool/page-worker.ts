import { SpmvError } from '@spmv/core';
import { readUrl, shortUrl, messageOf } from '@spmv/kernels-cpu/runtime';
import type { Answer, Call, WorkerApi } from '../messages.ts';
import type { StartWorker } from './worker-channel.ts';

/** A worker accepts neither a script of another origin nor one that a bundler inlined. Such a script is given to it as a text of this page. */
async function urlFor(script: URL): Promise<string> {
  if (script.origin === location.origin && script.protocol !== 'data:') return script.href;
  return URL.createObjectURL(new Blob([await readUrl(script.href)], { type: 'text/javascript' }));
}

/** Why a worker's script does not run, which the browser's event does not say. */
async function notStarted(name: string, script: URL, words: string): Promise<SpmvError> {
  const why =
    words === ''
      ? await readUrl(script.href).then(
          () => 'the browser refuses its script',
          (cause: unknown) => `its script cannot be loaded: ${messageOf(cause)}`,
        )
      : words;
  return new SpmvError(
    'BACKEND.WORKER_LOST',
    `A worker of backend 'threads' did not start: ${why} (${shortUrl(script.href)}).`,
    {
      fix: 'Serve that file unchanged, as JavaScript, and with the same Cross-Origin-Embedder-Policy as the page: https://github.com/spmv/spmv/blob/main/docs/bundlers.md',
      details: { worker: name, script: script.href },
    },
  );
}

/** Starts a worker of a page. Its script stands alone: neither an import map nor most bundlers reach what a worker imports. */
export const startPageWorker: StartWorker = async (name, onEnd) => {
  const script = new URL('../../dist/bundle/page-worker.js', import.meta.url);
  const worker = new Worker(await urlFor(script), { type: 'module', name });
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', () => resolve(), { once: true });
    worker.addEventListener('error', ({ message }) => void notStarted(name, script, message ?? '').then(reject), {
      once: true,
    });
  });
  worker.addEventListener('error', ({ message }) => onEnd(message));
  return { api: callsOf(worker), hold: () => {}, hasEnded: () => false, terminate: async () => worker.terminate() };
};

/** The methods of a worker's interface as calls by message. */
function callsOf(worker: Worker): WorkerApi {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    const asked = waiting.get(data.call);
    waiting.delete(data.call);
    if (data.error === undefined) asked?.resolve(data.value);
    else asked?.reject(new Error(data.error));
  });
  const call =
    (method: Call['method']) =>
    async (...args: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const message: Call = { call: calls++, method, args };
        waiting.set(message.call, { resolve, reject });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
        worker.postMessage(message);
      });
  return { start: call('start'), load: call('load') } as unknown as WorkerApi;
}

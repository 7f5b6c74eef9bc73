import { messageOf } from '@spmv/kernels-cpu/runtime';
import type { WorkerAnswer, Call, Port } from '../messages.ts';
import { STARTED } from '../messages.ts';
import { createWorkerApi } from './worker-api.ts';

const api = createWorkerApi() as unknown as Readonly<
  Record<Call['method'], (...args: readonly unknown[]) => Promise<unknown>>
>;

/** A worker of a page is its own way to the page; Node's modules are not imported, because this runs in pages, too. */
const onNode = typeof process === 'object' && process.versions?.node !== undefined;
const port = (onNode ? process.getBuiltinModule('node:worker_threads').parentPort : globalThis) as Port;

async function answer({ call, method, args }: Call): Promise<WorkerAnswer> {
  try {
    return { call, value: await api[method](...args) };
  } catch (error) {
    return { call, error: messageOf(error) };
  }
}

port.addEventListener('message', ({ data }) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  void (async () => port.postMessage(await answer(data as Call)))();
});

/** The first message says that the worker has started. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
port.postMessage({ call: STARTED } satisfies WorkerAnswer);

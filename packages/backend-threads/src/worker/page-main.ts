import { messageOf } from '@spmv/kernels-cpu/runtime';
import type { Answer, Call } from '../messages.ts';
import { createWorkerApi } from './worker-api.ts';

const api = createWorkerApi() as unknown as Readonly<
  Record<Call['method'], (...args: readonly unknown[]) => Promise<unknown>>
>;

async function answer({ call, method, args }: Call): Promise<Answer> {
  try {
    return { call, value: await api[method](...args) };
  } catch (error) {
    return { call, error: messageOf(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<Call>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  void (async () => postMessage(await answer(data)))();
});

/** The first message says that the worker has started. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
postMessage({ call: -1 } satisfies Answer);

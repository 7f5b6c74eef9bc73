import type { WorkerAnswer, Call, WorkerApi } from '../messages.ts';
import { STARTED } from '../messages.ts';

/** A worker's methods as calls by message. */
export interface Calls {
  readonly api: WorkerApi;
  /** Resolves with the worker's first message. */
  readonly started: Promise<void>;
  /** Takes a message of the worker. */
  take(answer: WorkerAnswer): void;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Calls that `post` sends. */
export function createCalls(post: (message: Call) => void): Calls {
  const waiting = new Map<number, Waiting>();
  const answerOf = async (call: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(call, { resolve, reject });
    });
  let calls = 0;
  const call =
    (method: Call['method']) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      const message: Call = { call: calls++, method, args };
      const answer = answerOf(message.call);
      post(message);
      return answer;
    };
  return {
    api: { start: call('start'), load: call('load') } as unknown as WorkerApi,
    started: answerOf(STARTED) as Promise<void>,
    take({ call: number, value, error }) {
      const asked = waiting.get(number);
      waiting.delete(number);
      if (error === undefined) asked?.resolve(value);
      else asked?.reject(new Error(error));
    },
  };
}

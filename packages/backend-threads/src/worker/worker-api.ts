import { isSpmvError } from '@spmv/core';
import { messageOf } from '@spmv/kernels-cpu/runtime';
import type { BoundOperator, ThreadContext } from '../bound-operator.ts';
import { bindOperator, createThreadContext } from '../bound-operator.ts';
import { controlAt } from '../control.ts';
import type { WorkerApi } from '../messages.ts';
import type { Service } from './serve.ts';
import { serve } from './serve.ts';

/** The worker's side of the pool: set-up by messages, products by {@link serve}. */
export function createWorkerApi(): WorkerApi {
  const operators = new Map<number, BoundOperator>();
  let context: ThreadContext | undefined;
  let service: Service | undefined;
  let seen = 0;
  let entering = false;
  /** Runs after the answer to the message has been sent; a promise would run before. */
  const enter = (): void => {
    if (entering) return;
    entering = true;
    setTimeout(() => {
      entering = false;
      if (service) seen = serve(service, seen);
    }, 0);
  };
  return {
    async start({ memory, control, index, spinMicroseconds }) {
      const views = controlAt(memory.buffer, control);
      context = createThreadContext(memory, views, index);
      service = { control: views, index, spinMilliseconds: spinMicroseconds / 1000, operators };
      return undefined;
    },
    async load(added, dropped, epoch) {
      try {
        for (const id of dropped) {
          operators.get(id)?.dispose();
          operators.delete(id);
        }
        for (const operator of added) if (context) operators.set(operator.id, await bindOperator(operator, context));
        return undefined;
      } catch (error) {
        return isSpmvError(error)
          ? { code: error.code, message: error.message, fix: error.fix }
          : { code: 'BACKEND.FAILED', message: messageOf(error), fix: 'Report this with the message.' };
      } finally {
        // A call of `serve` that an earlier message has scheduled sees this epoch, too. It must not leave because of it.
        seen = epoch;
        enter();
      }
    },
  };
}

import { SpmvError } from '@spmv/core';
import type { AbortSignalLike } from '../model/options.ts';

/** The signal's reason, or `MMIO.ABORTED` where that is no error. */
function reasonOf({ reason }: AbortSignalLike): Error {
  if (reason instanceof Error) return reason;
  return new SpmvError('MMIO.ABORTED', 'Reading was stopped by its signal.', {
    fix: 'Read it again when you need it.',
    cause: reason,
  });
}

/** Errors: the signal's reason, or `MMIO.ABORTED`. */
export function throwIfAborted(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted === true) throw reasonOf(signal);
}

/** What `next` gives, unless the signal comes first. A promise of its own each time: one that is kept would keep all that it was raced with. */
export function unlessAborted<T>(next: () => Promise<T>, signal: AbortSignalLike): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(reasonOf(signal));
    signal.addEventListener?.('abort', stop);
    next()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener?.('abort', stop));
  });
}

/** The chunks of a source until the signal, which also ends the wait for one that does not come; the source is then told to end, and not waited for. */
export async function* until<T>(chunks: AsyncIterable<T>, signal: AbortSignalLike | undefined): AsyncGenerator<T> {
  if (!signal) {
    yield* chunks;
    return;
  }
  const iterator = chunks[Symbol.asyncIterator]();
  let ended = false;
  try {
    for (;;) {
      throwIfAborted(signal);
      const step = await unlessAborted(() => iterator.next(), signal);
      if (step.done === true) {
        ended = true;
        return;
      }
      yield step.value;
    }
  } finally {
    const ending = ended ? undefined : iterator.return?.();
    if (signal.aborted) ending?.catch(() => undefined);
    else await ending;
  }
}

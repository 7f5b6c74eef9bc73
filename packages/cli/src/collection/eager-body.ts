import type { Readable } from 'node:stream';

/** As much as waits to be taken. */
const MOST_WAITING = 1 << 20;

/**
 * The bytes of a stream, all that arrived before it broke off among them: a stream by itself forgets with an error what nobody has taken yet. Reading
 * begins at once, also before the first is asked for.
 */
export function eagerBody(body: Readable): AsyncIterable<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let size = 0;
  let end: { readonly error?: unknown } | undefined;
  let wake = (): void => {};
  body.on('data', (chunk: Uint8Array) => {
    waiting.push(chunk);
    size += chunk.length;
    if (size > MOST_WAITING) body.pause();
    wake();
  });
  const finish = (how: { readonly error?: unknown }): void => {
    end ??= how;
    wake();
  };
  body.once('end', () => finish({}));
  body.on('error', (error: unknown) => finish({ error }));
  body.once('close', () => finish({ error: new Error('the connection was closed') }));
  return {
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const chunk = waiting.shift();
        if (chunk) {
          size -= chunk.length;
          if (size <= MOST_WAITING) body.resume();
          yield chunk;
        } else if (end) {
          if ('error' in end) throw end.error;
          return;
        } else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

import type { ReadableStreamLike } from '@spmv/mmio';
import { HEAD_BYTES } from './head.ts';

/** The bytes of a web stream; leaving the loop ends the stream. */
export async function* streamChunks(stream: ReadableStreamLike): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let done = false;
  try {
    for (;;) {
      const next = await reader.read();
      ({ done } = next);
      if (done) return;
      yield next.value as Uint8Array;
    }
  } finally {
    if (!done) await reader.cancel();
  }
}

/** A stream whose first bytes were looked at. */
export interface Peeked {
  readonly head: Uint8Array;
  /** All of it. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Looks at the first bytes of a stream. */
export async function peek(stream: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const rest = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const next = await rest.next();
    if (next.done === true) break;
    first.push(new Uint8Array(next.value));
    size += next.value.length;
  }
  const head = new Uint8Array(size);
  let at = 0;
  for (const chunk of first) {
    head.set(chunk, at);
    at += chunk.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      if (size > 0) yield head;
      for (;;) {
        const next = await rest.next();
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await rest.return?.();
    }
  }
  return { head: head.subarray(0, HEAD_BYTES), chunks: all() };
}

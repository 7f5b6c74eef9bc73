import { SpmvError } from '@spmv/core';
import { COMPRESSION } from '../read/limits.ts';
import { gzipMembers, NEXT_MEMBER } from './gzip-members.ts';
import type { ReadableStreamLike } from './source.ts';

/** Decompresses gzip. */
export type Inflate = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

interface WebInflater {
  readonly readable: ReadableStreamLike;
  readonly writable: {
    getWriter(): {
      readonly ready: Promise<unknown>;
      write(chunk: Uint8Array): Promise<unknown>;
      close(): Promise<unknown>;
      abort(reason?: unknown): Promise<unknown>;
    };
  };
}

async function* inflateMember(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip') as unknown as WebInflater;
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let failure: { readonly error: unknown } | undefined;
  let stopped = false;
  const feeding = (async () => {
    try {
      for await (const chunk of chunks) {
        if (stopped) break;
        await writer.ready;
        await writer.write(chunk);
      }
      await writer.close();
    } catch (error) {
      failure = { error };
      await writer.abort(error).catch(() => undefined);
    }
  })();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value as Uint8Array;
    }
    await feeding;
    if (failure !== undefined) throw failure.error;
  } finally {
    stopped = true;
    await reader.cancel().catch(() => undefined);
    await feeding;
  }
}

/** gzip by the platform's `DecompressionStream`, in browsers and in Node: one member after another, as bgzip writes them, nothing after the last. */
export async function* inflateWeb(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = gzipMembers(chunks);
  let ended = false;
  async function* member(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const step = await pieces.next();
      ended = step.done === true;
      if (step.done === true || step.value === NEXT_MEMBER) return;
      yield step.value;
    }
  }
  try {
    while (!ended) yield* inflateMember(member());
  } finally {
    await pieces.return(undefined);
  }
}

/** What the engine says of it in brackets, such as `incorrect data check` of a wrong checksum; '' where it says nothing. */
function saidBy(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error('');
  const words = cause instanceof Error ? cause.message : message;
  return words === '' ? '' : ` (${words})`;
}

/**
 * Decompresses, and stops when the text grows out of proportion: beyond `maxBytes` when given, else beyond 2²⁶ bytes + 100 times what was
 * read. Errors: `MMIO.GZIP` (damaged or cut short), `MMIO.LIMIT`.
 */
export async function* inflateGuarded(
  chunks: AsyncIterable<Uint8Array>,
  inflate: Inflate,
  maxBytes: number | undefined,
): AsyncGenerator<Uint8Array> {
  let compressed = 0;
  let text = 0;
  let sourceFailed = false;
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        compressed += chunk.length;
        yield chunk;
      }
    } catch (error) {
      sourceFailed = true;
      throw error;
    }
  }
  const inflated = inflate(counted())[Symbol.asyncIterator]();
  try {
    for (;;) {
      let step: IteratorResult<Uint8Array>;
      try {
        step = await inflated.next();
      } catch (error) {
        if (sourceFailed) throw error;
        throw new SpmvError(
          'MMIO.GZIP',
          `The gzip data is damaged, cut short, or followed by something else${text > 0 ? `, after ${text} bytes of text` : ''}${saidBy(error)}.`,
          {
            fix: `Fetch or write the file again.${inflate === inflateWeb ? ' In a browser nothing may follow the last gzip member, not even zeros; @spmv/mmio/node reads these.' : ''}`,
            details: { compressedBytes: compressed, bytes: text },
            cause: error,
          },
        );
      }
      if (step.done === true) return;
      text += step.value.length;
      if (text > (maxBytes ?? COMPRESSION.free + COMPRESSION.ratio * compressed)) {
        throw new SpmvError('MMIO.LIMIT', `${compressed} bytes of gzip expand to more than ${text} bytes.`, {
          fix: 'If the file is intended to be that large, pass limits.bytes, in the command --max-text-bytes.',
          details: { compressedBytes: compressed, bytes: text },
        });
      }
      yield step.value;
    }
  } finally {
    await inflated.return?.();
  }
}

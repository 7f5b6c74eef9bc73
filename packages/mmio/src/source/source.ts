import { SpmvError } from '@spmv/core';
import type { AbortSignalLike } from '../model/options.ts';
import { until } from './until.ts';

/** The part of a web `ReadableStream` that is used. */
export interface ReadableStreamLike {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: unknown }>;
    cancel(reason?: unknown): Promise<unknown>;
  };
}

/** The part of `Blob` (and `File`) that is used. */
export interface BlobLike {
  readonly size: number;
  stream(): ReadableStreamLike;
}

/** Text, bytes, or anything that gives bytes: Node streams, web streams, `Blob`, `File`, generators. */
export type MatrixMarketSource =
  | string
  | Uint8Array
  | ArrayBuffer
  | BlobLike
  | ReadableStreamLike
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array>;

export interface OpenSource {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Bytes in all, where they are known before reading. */
  readonly totalBytes?: number;
}

/** Bytes handed on at once when the source is in memory. */
const PIECE = 1 << 20;

async function* piecesOfBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let p = 0; p < bytes.length; p += PIECE) yield bytes.subarray(p, p + PIECE);
}

async function* piecesOfText(text: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let p = 0; p < text.length; p += PIECE) yield encoder.encode(text.slice(p, p + PIECE));
}

/** What gives chunks one after another. */
interface Giver {
  next():
    | PromiseLike<{ readonly done?: boolean | undefined; readonly value?: unknown }>
    | IteratorResult<unknown, unknown>;
  /** Told where not all are wanted. */
  end(): Promise<unknown>;
}

/** No generator, which would tell nobody that it is to end while a chunk is awaited. */
function piecesOf(open: () => Giver): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const giver = open();
      const end = async (): Promise<IteratorReturnResult<undefined>> => {
        await giver.end();
        return { done: true, value: undefined };
      };
      return {
        async next() {
          const step = await giver.next();
          try {
            return step.done === true ? { done: true, value: undefined } : { done: false, value: toBytes(step.value) };
          } catch (error) {
            await end();
            throw error;
          }
        },
        return: end,
      };
    },
  };
}

function piecesOfStream(stream: ReadableStreamLike): AsyncIterable<Uint8Array> {
  return piecesOf(() => {
    const reader = stream.getReader();
    return { next: () => reader.read(), end: () => reader.cancel().catch(() => undefined) };
  });
}

function piecesOfIterable(iterable: AsyncIterable<unknown> | Iterable<unknown>): AsyncIterable<Uint8Array> {
  return piecesOf(() => {
    const iterator = Symbol.asyncIterator in iterable ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();
    return { next: () => iterator.next(), end: async () => iterator.return?.() };
  });
}

function toBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  throw new SpmvError('MMIO.SOURCE', `The source gave a chunk of type ${typeof chunk}, not bytes.`, {
    fix: 'Give a stream of Uint8Array or of text.',
  });
}

/** Any source as chunks of bytes, until the signal where there is one. Errors: `MMIO.SOURCE`; while reading the signal's reason, or `MMIO.ABORTED`. */
export function openSource(source: MatrixMarketSource, signal?: AbortSignalLike): OpenSource {
  if (typeof source === 'string') return { chunks: piecesOfText(source) };
  if (source instanceof Uint8Array) return { chunks: piecesOfBytes(source), totalBytes: source.length };
  if (source instanceof ArrayBuffer)
    return { chunks: piecesOfBytes(new Uint8Array(source)), totalBytes: source.byteLength };
  if (typeof source === 'object' && source !== null) {
    if ('getReader' in source) return { chunks: until(piecesOfStream(source), signal) };
    if ('stream' in source) return { chunks: until(piecesOfStream(source.stream()), signal), totalBytes: source.size };
    if (Symbol.asyncIterator in source || Symbol.iterator in source)
      return { chunks: until(piecesOfIterable(source as AsyncIterable<unknown>), signal) };
  }
  throw new SpmvError('MMIO.SOURCE', `Cannot read Matrix Market text from a value of type ${typeof source}.`, {
    fix: 'Pass text, a Uint8Array, a Blob, a web or Node stream, or an iterable of bytes; for a path use readMatrixMarketFile of @spmv/mmio/node.',
  });
}

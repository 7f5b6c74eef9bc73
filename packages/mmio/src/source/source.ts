import { SpmvError } from '@spmv/core';

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

async function* piecesOfStream(stream: ReadableStreamLike): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield toBytes(value);
    }
    ended = true;
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
  }
}

async function* piecesOfIterable(iterable: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const chunk of iterable) yield toBytes(chunk);
}

function toBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk);
  if (chunk instanceof ArrayBuffer) return new Uint8Array(chunk);
  throw new SpmvError('MMIO.SOURCE', `The source gave a chunk of type ${typeof chunk}, not bytes.`, {
    fix: 'Give a stream of Uint8Array or of text.',
  });
}

/** Any source as chunks of bytes. Errors: `MMIO.SOURCE`. */
export function openSource(source: MatrixMarketSource): OpenSource {
  if (typeof source === 'string') return { chunks: piecesOfText(source) };
  if (source instanceof Uint8Array) return { chunks: piecesOfBytes(source), totalBytes: source.length };
  if (source instanceof ArrayBuffer)
    return { chunks: piecesOfBytes(new Uint8Array(source)), totalBytes: source.byteLength };
  if (typeof source === 'object' && source !== null) {
    if ('getReader' in source) return { chunks: piecesOfStream(source) };
    if ('stream' in source) return { chunks: piecesOfStream(source.stream()), totalBytes: source.size };
    if (Symbol.asyncIterator in source || Symbol.iterator in source)
      return { chunks: piecesOfIterable(source as AsyncIterable<unknown>) };
  }
  throw new SpmvError('MMIO.SOURCE', `Cannot read Matrix Market text from a value of type ${typeof source}.`, {
    fix: 'Pass text, a Uint8Array, a Blob, a web or Node stream, or an iterable of bytes; for a path use readMatrixMarketFile of @spmv/mmio/node.',
  });
}

import type { FileBytes } from '@spmv/core';
import { FETCH_AGAIN, fileError } from '../errors/file-error.ts';
import { DEFAULT_LIMITS } from './limits.ts';

/** The part of `Blob` (and `File`) that is used. */
export interface SliceableBlob {
  readonly size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file: bytes in memory, a `Blob`, bytes that come one after another, or anything that can be read at any place. */
export type BytesSource = Uint8Array | ArrayBuffer | SliceableBlob | FileBytes | AsyncIterable<Uint8Array>;

/** Bytes in memory. What is read shares their memory. */
export function memoryBytes(bytes: Uint8Array): FileBytes {
  return {
    size: bytes.length,
    read: (at, length) => Promise.resolve(bytes.subarray(at, Math.min(bytes.length, at + length))),
  };
}

function blobBytes(blob: SliceableBlob): FileBytes {
  return {
    size: blob.size,
    read: async (at, length) => new Uint8Array(await blob.slice(at, at + length).arrayBuffer()),
  };
}

/** A stream has to be collected: what is at the end of an archive tells where everything is. Errors: `FILE.LIMIT`. */
async function collected(stream: AsyncIterable<Uint8Array>, limit: number): Promise<FileBytes> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) {
      throw fileError('FILE.LIMIT', {
        what: `the stream is longer than ${limit} bytes`,
        fix: 'Raise limits.bytes, in the command --max-text-bytes, if this is intended.',
        details: { limit },
      });
    }
    // A source may fill the same memory again.
    chunks.push(new Uint8Array(chunk));
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return memoryBytes(bytes);
}

/** Any source as bytes that can be read at any place. Errors: `FILE.LIMIT` for a stream that is too long. */
export async function openBytes(source: BytesSource, limit: number = DEFAULT_LIMITS.bytes): Promise<FileBytes> {
  if (source instanceof Uint8Array) return memoryBytes(source);
  if (source instanceof ArrayBuffer) return memoryBytes(new Uint8Array(source));
  if (Symbol.asyncIterator in source) return collected(source, limit);
  return 'read' in source ? source : blobBytes(source);
}

/** Exactly the bytes asked for, also handed to `seen`. Errors: `FILE.TRUNCATED` where the file ends before them. */
export async function readExactly(
  bytes: FileBytes,
  {
    at,
    length,
    member,
    of,
    seen,
  }: {
    readonly at: number;
    readonly length: number;
    readonly of: string;
    readonly member?: string;
    readonly seen?: (piece: Uint8Array) => void;
  },
): Promise<Uint8Array> {
  let handed = 0;
  const hand = (piece: Uint8Array): void => {
    handed += piece.length;
    seen?.(piece);
  };
  const found = at + length <= bytes.size ? await bytes.read(at, length, seen && hand) : undefined;
  if (found?.length === length) {
    // Not every source tells while it reads.
    if (seen && handed === 0) seen(found);
    return found;
  }
  throw fileError('FILE.TRUNCATED', {
    byte: bytes.size,
    ...(member === undefined ? {} : { member }),
    what: `the file ends after ${bytes.size} bytes, but ${of} goes on to byte ${at + length}`,
    fix: FETCH_AGAIN,
    details: { size: bytes.size, needed: at + length },
  });
}

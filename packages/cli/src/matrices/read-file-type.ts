import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import type { FileBytes, FileMatrix, FileType } from '@spmv/core';
import { inputError } from '../cli-error.ts';
import type { Reading } from './reading.ts';

/** Finds the file types that plugins bring. */
export type FindFileTypes = () => Promise<readonly FileType[]>;

/** What a type of file is recognised by. */
const HEAD_BYTES = 512;
/** Names that say Matrix Market, alone or in an archive. */
const MATRIX_MARKET_NAME = /\.(?:mtx|mtx\.gz|tar|tar\.gz|tgz)$/;

/** Whether these are the first bytes of Matrix Market text, or of what it may be packed in. */
function isMatrixMarket(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head);
  return (
    head.length === 0 || /^(?:ï»¿)?\s*%/.test(text) || text.startsWith('\u001f\u008b') || text.startsWith('ustar', 257)
  );
}

/**
 * The type of a file that is not Matrix Market, by its first bytes and name; `undefined` for Matrix Market and whatever no plugin knows.
 * Plugins are looked for only then.
 */
export async function typeOf(
  head: Uint8Array,
  name: string,
  { find, reading }: { readonly find: FindFileTypes | undefined; readonly reading: Reading | undefined },
): Promise<FileType | undefined> {
  const lower = name.toLowerCase();
  if (find === undefined || reading?.any.assumeBanner !== undefined) return undefined;
  if (MATRIX_MARKET_NAME.test(lower) || isMatrixMarket(head)) return undefined;
  return (await find()).find((type) => type.recognises(head, lower));
}

/** The first bytes of a file, 512 or as many as asked for. Errors: those of the system. */
export async function headOf(path: string, most: number = HEAD_BYTES): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    if (!(await handle.stat()).isFile()) return new Uint8Array(0);
    const { bytesRead, buffer } = await handle.read(new Uint8Array(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A stream whose first bytes were looked at. */
export interface PeekedStream {
  readonly head: Uint8Array;
  /** All of it, the first bytes included. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Looks at the first bytes of a stream. */
export async function peek(stream: AsyncIterable<Uint8Array>): Promise<PeekedStream> {
  const rest = stream[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const step = await rest.next();
    if (step.done === true) break;
    first.push(step.value);
    length += step.value.length;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* first;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { head: new Uint8Array(Buffer.concat(first)).subarray(0, HEAD_BYTES), chunks: all() };
}

/** Told how many bytes of a file have been read. */
export type ReadProgress = (bytes: number, size: number) => void;

/** Bytes whose reading ends with the reason of a signal, whether the reader of a type looks at it or not, and is told. */
function watched(bytes: FileBytes, signal: AbortSignal, progress: ReadProgress | undefined): FileBytes {
  let told = 0;
  return {
    size: bytes.size,
    read: async (at, length, seen) => {
      signal.throwIfAborted();
      return bytes.read(at, length, (piece) => {
        signal.throwIfAborted();
        told += piece.length;
        progress?.(Math.min(told, bytes.size), bytes.size);
        seen?.(piece);
      });
    },
  };
}

/** What a file of a type holds. Errors: those of the type; the signal's reason. */
export async function readBytes(
  type: FileType,
  bytes: FileBytes,
  reading: Reading | undefined,
  {
    signal,
    progress,
    part,
  }: { readonly signal: AbortSignal; readonly progress?: ReadProgress; readonly part?: string | undefined },
): Promise<FileMatrix> {
  if (part !== undefined && type.parts === undefined)
    throw inputError(`A file of type '${type.title}' has no parts, so none is called '${part}'.`, 'Leave #… out.');
  const { entries, bytes: most } = reading?.any.limits ?? {};
  const limits = { ...(entries === undefined ? {} : { entries }), ...(most === undefined ? {} : { bytes: most }) };
  return type.read(watched(bytes, signal, progress), { limits, signal, ...(part === undefined ? {} : { part }) });
}

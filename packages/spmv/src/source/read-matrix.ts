import type { CooMatrix, FileBytes, FileType } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { cooOfArrays } from './coo-of-arrays.ts';
import type { ArraySource } from './array-source.ts';
import { cooOfFile } from './coo-of-file.ts';
import type { BlobLike, ReadableStreamLike } from '@spmv/mmio';
import type { FileSource } from './file-source.ts';
import { isMatrixMarket } from './head.ts';
import { peek, streamChunks } from './stream-chunks.ts';

/** How matrices are read from files. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Which of several matrices of a file: a variable of a `.mat`, `rhs` of a Rutherford–Boeing file. */
  readonly part?: string;
  /** Told how many bytes were read. */
  onProgress?(bytes: number): void;
}

/** What a host adds to files: paths, in Node. */
export interface FileHost {
  /** The entries of a named file. Errors: those of the system. */
  readPath?(path: string | URL, fileTypes: readonly FileType[], options: ReadOptions): Promise<CooMatrix>;
  /** Types of files besides Matrix Market. */
  readonly fileTypes: readonly FileType[];
}

/** Bytes that come one after another, and what they are called. */
interface NamedStream {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

async function fetched(address: string, signal: AbortSignal | undefined): Promise<NamedStream> {
  const response = await fetch(address, signal ? { signal } : {});
  return answered(response);
}

function answered(response: {
  ok: boolean;
  status: number;
  url: string;
  body: ReadableStreamLike | null;
}): NamedStream {
  if (response.ok && response.body)
    return { name: new URL(response.url).pathname, chunks: streamChunks(response.body) };
  throw new SpmvError('FILE.FETCH', `${response.url} answers with ${response.status}, not with a file.`, {
    fix: 'Correct the address.',
    details: { url: response.url, status: response.status },
  });
}

async function streamOf(source: FileSource, { signal }: ReadOptions): Promise<NamedStream> {
  if (source instanceof Uint8Array) return { name: '', chunks: once(source) };
  if (source instanceof ArrayBuffer) return { name: '', chunks: once(new Uint8Array(source)) };
  if (typeof source === 'string' || source instanceof URL) return fetched(String(source), signal);
  if (Symbol.asyncIterator in source) return { name: '', chunks: source };
  if ('getReader' in source) return { name: '', chunks: streamChunks(source) };
  if ('stream' in source) return { name: source.name ?? '', chunks: streamChunks(source.stream()) };
  return answered(source);
}

async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    bytes += chunk.length;
    onProgress?.(bytes);
    yield chunk;
  }
}

/** The path that a source names, unless it is an address of another kind. */
function pathOf(source: FileSource): string | URL | undefined {
  if (source instanceof URL) return source.protocol === 'file:' ? source : undefined;
  return typeof source === 'string' && !/^(?:https?|blob|data):/u.test(source) ? source : undefined;
}

async function readFile(source: FileSource, host: FileHost, options: ReadOptions): Promise<CooMatrix> {
  const path = pathOf(source);
  if (host.readPath && path !== undefined) return host.readPath(path, host.fileTypes, options);
  const { name, chunks } = await streamOf(source, options);
  const peeked = await peek(counted(chunks, options));
  const type = isMatrixMarket(peeked.head)
    ? undefined
    : host.fileTypes.find((one) => one.recognises(peeked.head, name.toLowerCase()));
  const { signal, part } = options;
  if (type === undefined) {
    const { readMatrixMarket, toCoo } = await import('@spmv/mmio');
    return toCoo(await readMatrixMarket(peeked.chunks, { ...(signal ? { signal } : {}), ...(name ? { name } : {}) }));
  }
  const { openBytes } = await import('@spmv/interchange');
  const bytes: FileBytes = await openBytes(peeked.chunks);
  return cooOfFile(
    await type.read(bytes, { limits: {}, ...(signal ? { signal } : {}), ...(part === undefined ? {} : { part }) }),
  );
}

function isFile(source: ArraySource | FileSource): source is FileSource {
  if (typeof source === 'string' || ArrayBuffer.isView(source) || source instanceof ArrayBuffer) return true;
  if (source instanceof URL || Symbol.asyncIterator in source) return true;
  return ['getReader', 'stream', 'body'].some((name) => name in (source as BlobLike));
}

/** The entries of whatever a matrix can be opened from. Errors: `FORMAT.*`, `FILE.*`, `MMIO.*`, those of fetching. */
export function readMatrix(
  source: ArraySource | FileSource,
  host: FileHost,
  options: ReadOptions,
): CooMatrix | Promise<CooMatrix> {
  if (typeof source !== 'string' && (typeof source !== 'object' || source === null))
    throw new SpmvError('FORMAT.INVALID', `A matrix cannot be opened from ${String(source)}.`, {
      fix: 'Give arrays, a name or an address, a File, bytes, or a stream.',
    });
  return isFile(source) ? readFile(source, host, options) : cooOfArrays(source);
}

import type { FileMatrix } from '@spmv/core';
import type { FindFileTypes, OtherFile } from '@spmv/mmio';
import { named } from './named-error.ts';
import type { ByteProgress } from './read-file-type.ts';
import { headOf, readBytes, typesOf } from './read-file-type.ts';
import type { CommandReading } from './reading.ts';
import { refuseIdle } from './reading.ts';

/** How files of other types are read. */
interface OtherOptions {
  readonly signal: AbortSignal;
  readonly reading?: CommandReading;
  readonly fileTypes?: FindFileTypes;
}

/** What is read, and who is told. */
interface FileRequest {
  /** What the user wrote, for messages. */
  readonly name: string;
  readonly progress: ByteProgress;
  /** Which part of the file. */
  readonly part: string | undefined;
  /** Whether the flags of reading are for this file. */
  readonly isMatrix: boolean;
}

/** The same stream, whose length so far is told. */
async function* told(chunks: AsyncIterable<Uint8Array>, progress: ByteProgress): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    progress((bytes += chunk.length), 0);
    yield chunk;
  }
}

/** A file of another type that is not packed, read at the places that its type asks for; `undefined` for Matrix Market, and what no type knows. Errors: `FILE.*` and those of the type. */
export async function readPlain(
  options: OtherOptions,
  path: string,
  { name, progress, part, isMatrix }: FileRequest,
): Promise<FileMatrix | undefined> {
  const head = await headOf(path);
  const { fileTypeOf, isMatrixMarket } = await import('@spmv/mmio');
  const type = isMatrixMarket(head, path) ? undefined : fileTypeOf(head, path, await typesOf(options)());
  if (type === undefined) return undefined;
  if (isMatrix && options.reading) refuseIdle(name, 'other type', options.reading);
  try {
    const { withFile } = await import('@spmv/interchange/node');
    const { signal, reading } = options;
    return await withFile(path, (bytes) => readBytes(type, bytes, reading, { signal, progress, part }));
  } catch (error) {
    throw named(name, error);
  }
}

/** A file of another type that came packed or in a stream. Errors: `FILE.*` and those of the type. */
export async function readOther(
  { signal, reading }: OtherOptions,
  { type, member, chunks }: OtherFile,
  { name, progress, part, isMatrix }: FileRequest,
): Promise<FileMatrix> {
  if (isMatrix && reading) refuseIdle(name, 'packed other type', reading);
  const { openBytes } = await import('@spmv/interchange');
  try {
    const bytes = await openBytes(told(chunks, progress), reading?.any.limits?.bytes);
    return await readBytes(type, bytes, reading, { signal, part });
  } catch (error) {
    throw named(member === '' ? name : `${name}: ${member}`, error);
  }
}

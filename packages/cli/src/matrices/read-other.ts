import { createReadStream } from 'node:fs';
import type { FileBytes, FileMatrix } from '@spmv/core';
import { isSpmvError } from '@spmv/core';
import type { Peeked } from '@spmv/mmio';
import { named } from './named-error.ts';
import { headInside, isGzip, isTar, unpacked, withMember } from './packed-file.ts';
import type { FindFileTypes, ReadProgress } from './read-file-type.ts';
import { headOf, readBytes, typeOf } from './read-file-type.ts';
import type { Reading } from './reading.ts';

/** How files of other types are read. */
export interface OtherOptions {
  readonly signal: AbortSignal;
  readonly reading?: Reading;
  readonly fileTypes?: FindFileTypes;
}

/** The same stream, whose length so far is told. */
async function* told(chunks: AsyncIterable<Uint8Array>, progress: ReadProgress): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    progress((bytes += chunk.length), 0);
    yield chunk;
  }
}

/** Packed bytes whose unpacked beginning tells the type of a file. */
const PACKED_HEAD = 2 ** 12;

/** Where a file is read from. */
export interface Place {
  /** What the user wrote, for messages. */
  readonly name: string;
  readonly path: string | undefined;
  readonly peeked: Peeked | undefined;
  readonly progress: ReadProgress;
  /** Which part of the file. */
  readonly part: string | undefined;
}

/** The same in a file that is packed by gzip alone; archives are Matrix Market's first. */
async function readPacked(
  options: OtherOptions,
  { path, peeked, progress, part }: Place,
): Promise<FileMatrix | undefined> {
  const { signal, reading, fileTypes: find } = options;
  const start = path === undefined ? (peeked?.head ?? new Uint8Array(0)) : await headOf(path, PACKED_HEAD);
  const inside = headInside(start);
  if (inside.length === 0 || isTar(inside)) return undefined;
  const type = await typeOf(inside, (path ?? '').replace(/\.gz$/i, ''), { find, reading });
  if (type === undefined) return undefined;
  const { openBytes } = await import('@spmv/interchange');
  const most = reading?.any.limits?.bytes;
  const chunks = path === undefined ? (peeked as Peeked).chunks : createReadStream(path);
  const bytes = await openBytes(told(unpacked(chunks, { most, signal }), progress), most);
  return readBytes(type, bytes, reading, { signal, part });
}

/** What a file of a type of a plugin holds; `undefined` for Matrix Market, and what no plugin knows. Errors: `FILE.*` and those of the plugin. */
export async function readOther(options: OtherOptions, place: Place): Promise<FileMatrix | undefined> {
  const { name, path, peeked, progress, part } = place;
  const { signal, reading, fileTypes: find } = options;
  const head = path === undefined ? (peeked?.head ?? new Uint8Array(0)) : await headOf(path);
  try {
    if (isGzip(head)) return await readPacked(options, place);
    const type = await typeOf(head, path ?? '', { find, reading });
    if (type === undefined) return undefined;
    const read = (bytes: FileBytes): Promise<FileMatrix> => readBytes(type, bytes, reading, { signal, progress, part });
    if (path !== undefined) {
      const { withFile } = await import('@spmv/interchange/node');
      return await withFile(path, read);
    }
    const { openBytes } = await import('@spmv/interchange');
    const chunks = peeked && told(peeked.chunks, progress);
    return await read(await openBytes(chunks ?? head, reading?.any.limits?.bytes));
  } catch (error) {
    throw named(name, error);
  }
}

/** A matrix of another type out of an archive that has no Matrix Market in it. Errors: `FILE.*`, or the one that Matrix Market ended with. */
export async function readArchived(
  options: OtherOptions,
  { path, progress, part }: Place & { readonly path: string },
  { error, member }: { readonly error: unknown; readonly member: string | undefined },
): Promise<FileMatrix> {
  const { signal, reading, fileTypes: find } = options;
  const seen = isSpmvError(error, 'MMIO.ARCHIVE')
    ? (error.details['members'] as readonly string[] | undefined)
    : undefined;
  if (seen?.length !== 0 || find === undefined) throw error;
  const { openBytes } = await import('@spmv/interchange');
  const most = reading?.any.limits?.bytes;
  const archive = { types: await find(), asked: member, most, signal };
  const found = await withMember(path, archive, async ({ type, chunks, path: inside }) => {
    try {
      return await readBytes(type, await openBytes(told(chunks, progress), most), reading, { signal, part });
    } catch (cause) {
      throw named(`${path}: ${inside}`, cause);
    }
  });
  if (found === undefined) throw error;
  return found;
}

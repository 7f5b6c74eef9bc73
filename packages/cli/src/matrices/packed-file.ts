import type { Buffer } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import type { FileType } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { headOf } from './read-file-type.ts';

/** Bytes that packed data may unfold to whatever it is, and how many times its own size beyond that; as for Matrix Market. */
const [FREE, RATIO] = [2 ** 26, 100];
const HEAD_BYTES = 512;

/** Whether these are the first bytes of a gzip file. */
export function isGzip(head: Uint8Array): boolean {
  return head[0] === 0x1f && head[1] === 0x8b;
}

/** Whether these are the first bytes of a tar archive. */
export function isTar(head: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(head).startsWith('ustar', 257);
}

/** The first bytes of what is packed, as far as the first packed bytes tell; none where these are damaged. */
export function headInside(start: Uint8Array): Uint8Array {
  try {
    const inside = gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: 2 ** 23 });
    return new Uint8Array(inside).subarray(0, HEAD_BYTES);
  } catch {
    return new Uint8Array(0);
  }
}

function damaged(cause: unknown): SpmvError {
  const cut = (cause as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
  return new SpmvError(
    cut ? 'FILE.TRUNCATED' : 'FILE.CHECKSUM',
    cut ? 'The gzip file ends in the middle.' : `The gzip file is damaged: ${(cause as Error).message}.`,
    { fix: 'Copy or download the file again.', details: {}, cause },
  );
}

/** What is in a gzip file. Errors: `FILE.TRUNCATED`, `FILE.CHECKSUM`, `FILE.LIMIT` for more than `most`, or 100 times its own size and 64 MiB; the signal's reason. */
export async function* unpacked(
  chunks: AsyncIterable<Uint8Array>,
  { most, signal }: { readonly most: number | undefined; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  let [packed, size] = [0, 0];
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      yield chunk;
    }
  }
  const gunzip = createGunzip();
  // What goes wrong shows where it is read.
  pipeline(Readable.from(counted()), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      size += chunk.length;
      const limit = most ?? FREE + RATIO * packed;
      if (size > limit)
        throw new SpmvError('FILE.LIMIT', `${packed} bytes of gzip unfold to more than ${limit} bytes.`, {
          fix: 'If you trust the file, raise --max-text-bytes.',
          details: { limit, packed },
        });
      yield chunk;
    }
  } catch (error) {
    throw String((error as NodeJS.ErrnoException).code).startsWith('Z_') ? damaged(error) : error;
  } finally {
    gunzip.destroy();
  }
}

/** A file in an archive. */
export interface Member {
  readonly path: string;
  readonly type: FileType;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** `Name/Name.rb`, or a file in no folder, or the one asked for by path or name, with or without its ending. */
function isMeant(path: string, ending: string, asked: string | undefined): boolean {
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  const file = parts.at(-1) as string;
  const stem = file.slice(0, -ending.length);
  if (asked !== undefined) return [path, file, stem, path.slice(0, -ending.length)].includes(asked);
  return parts.length === 1 || stem === parts.at(-2);
}

/** Reads the first file of a tar archive, packed or not, that is of one of these types and meant. `undefined` where there is none. */
export async function withMember<Result>(
  path: string,
  {
    types,
    asked,
    most,
    signal,
  }: {
    readonly types: readonly FileType[];
    readonly asked: string | undefined;
    readonly most: number | undefined;
    readonly signal: AbortSignal;
  },
  read: (member: Member) => Promise<Result>,
): Promise<Result | undefined> {
  const { createTarDecoder } = await import('modern-tar');
  const whole = createReadStream(path);
  const chunks = isGzip(await headOf(path)) ? Readable.from(unpacked(whole, { most, signal })) : whole;
  const entries = (Readable.toWeb(chunks) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder());
  try {
    for await (const { header, body } of entries) {
      const name = header.name.toLowerCase();
      const type = types.find(({ endings }) =>
        endings.some((ending) => name.endsWith(ending) && isMeant(header.name, ending, asked)),
      );
      if (header.type === 'file' && type) return await read({ path: header.name, type, chunks: body });
      await body.cancel();
    }
    return undefined;
  } finally {
    whole.destroy();
  }
}

import { open, stat } from 'node:fs/promises';
import type { FileBytes, FileMatrix, FileType } from '@spmv/core';
import type { FindFileTypes } from '@spmv/mmio';
import { inputError } from '../cli-error.ts';
import type { CommandReading } from './reading.ts';

/** The types that a file may be of besides Matrix Market: where a banner is assumed by what it begins with alone. */
export function typesOf({
  fileTypes,
  reading,
}: {
  readonly fileTypes?: FindFileTypes;
  readonly reading?: CommandReading;
}): FindFileTypes {
  if (fileTypes === undefined) return async () => [];
  if (reading?.any.assumeBanner === undefined) return fileTypes;
  return async () =>
    (await fileTypes()).map((type) => ({ ...type, recognises: (head: Uint8Array) => type.recognises(head, '') }));
}

/** The first 512 bytes of a file; none of what is no file. Errors: those of the system. */
export async function headOf(path: string): Promise<Uint8Array> {
  // A pipe is not even opened: it would be closed again, and its writer with it.
  if (!(await stat(path)).isFile()) return new Uint8Array(0);
  const handle = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(new Uint8Array(512), 0, 512, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Told how many bytes of a file have been read. */
export type ByteProgress = (bytes: number, size: number) => void;

/** Bytes whose reading ends with the reason of a signal, whether the reader of a type looks at it or not, and is told. */
function watched(bytes: FileBytes, signal: AbortSignal, progress: ByteProgress | undefined): FileBytes {
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
  reading: CommandReading | undefined,
  {
    signal,
    progress,
    part,
  }: { readonly signal: AbortSignal; readonly progress?: ByteProgress; readonly part?: string | undefined },
): Promise<FileMatrix> {
  if (part !== undefined && type.parts === undefined)
    throw inputError(`A file of type '${type.title}' has no parts, so none is called '${part}'.`, 'Leave #… out.');
  const { entries, bytes: most } = reading?.any.limits ?? {};
  const limits = { ...(entries === undefined ? {} : { entries }), ...(most === undefined ? {} : { bytes: most }) };
  return type.read(watched(bytes, signal, progress), { limits, signal, ...(part === undefined ? {} : { part }) });
}

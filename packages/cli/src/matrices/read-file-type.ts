import { open } from 'node:fs/promises';
import type { FileBytes, FileMatrix, FileType } from '@spmv/core';
import { inputError } from '../cli-error.ts';
import type { Reading } from './reading.ts';

/** Finds the file types that plugins bring. */
export type FindFileTypes = () => Promise<readonly FileType[]>;

/**
 * The type of a file that is not Matrix Market, by its first bytes and name; `undefined` for Matrix Market and whatever no plugin knows.
 * Plugins are looked for only then.
 */
export async function typeOf(
  head: Uint8Array,
  name: string,
  { find, reading }: { readonly find: FindFileTypes | undefined; readonly reading: Reading | undefined },
): Promise<FileType | undefined> {
  if (find === undefined || reading?.any.assumeBanner !== undefined) return undefined;
  const { fileTypeOf, isMatrixMarket } = await import('@spmv/mmio');
  return isMatrixMarket(head, name) ? undefined : fileTypeOf(head, name, await find());
}

/** The first bytes of a file, 512 or as many as asked for. Errors: those of the system. */
export async function headOf(path: string, most = 512): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    if (!(await handle.stat()).isFile()) return new Uint8Array(0);
    const { bytesRead, buffer } = await handle.read(new Uint8Array(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
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

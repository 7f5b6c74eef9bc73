import { type FileHandle, open } from 'node:fs/promises';
import type { FileBytes } from '@spmv/core';

/** Bytes read at once: one such piece is looked at while the next is read. */
const PIECE = 2 ** 22;

/** A file that is open for reading. Every piece is read into memory of its own. */
export interface OpenFile extends FileBytes {
  close(): Promise<void>;
}

async function readPieces(
  handle: FileHandle,
  {
    at,
    length,
    seen,
  }: { readonly at: number; readonly length: number; readonly seen?: ((piece: Uint8Array) => void) | undefined },
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const start = (from: number) => handle.read(bytes, from, Math.min(PIECE, length - from), at + from);
  let found = 0;
  let pending = length > 0 ? start(0) : undefined;
  while (pending) {
    const { bytesRead } = await pending;
    const piece = bytes.subarray(found, found + bytesRead);
    found += bytesRead;
    pending = bytesRead > 0 && found < length ? start(found) : undefined;
    seen?.(piece);
  }
  return found === length ? bytes : bytes.subarray(0, found);
}

/** Opens a file. Errors: those of the system. */
export async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    size,
    read: (at, length, seen) => readPieces(handle, { at, length: Math.max(0, Math.min(length, size - at)), seen }),
    close: () => handle.close(),
  };
}

/** What `work` makes of a file, which is closed afterwards. */
export async function withFile<Result>(path: string, work: (file: OpenFile) => Promise<Result>): Promise<Result> {
  const file = await openFile(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

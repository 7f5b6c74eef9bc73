import { type FileHandle, open } from 'node:fs/promises';
import type { FileBytes } from '@spmv/core';

/** Node reads no more at once. */
const MOST = 2 ** 30;

/** A file that is open for reading. Every piece is read into memory of its own. */
export interface OpenFile extends FileBytes {
  close(): Promise<void>;
}

async function readInto(handle: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let found = 0;
  while (found < length) {
    const { bytesRead } = await handle.read(bytes, found, Math.min(MOST, length - found), at + found);
    if (bytesRead === 0) break;
    found += bytesRead;
  }
  return found === length ? bytes : bytes.subarray(0, found);
}

/** Opens a file. Errors: those of the system. */
export async function openFile(path: string): Promise<OpenFile> {
  const handle = await open(path, 'r');
  const { size } = await handle.stat();
  return {
    size,
    read: (at, length) => readInto(handle, at, Math.max(0, Math.min(length, size - at))),
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

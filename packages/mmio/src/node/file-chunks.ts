import { closeSync, constants, open as openDescriptor, openSync } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { Socket } from 'node:net';
import { promisify } from 'node:util';
import type { AbortSignalLike } from '../model/options.ts';
import type { OpenSource } from '../source/source.ts';
import { throwIfAborted, unlessAborted, until } from '../source/until.ts';

/** Bytes read at once. Two such pieces live at a time: one is parsed while the other is read. */
const PIECE = 1 << 20;

async function* pieces(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffers = [new Uint8Array(PIECE), new Uint8Array(PIECE)] as const;
  let turn = 0;
  let pending = handle.read(buffers[0], 0, PIECE, null);
  try {
    for (;;) {
      const { bytesRead, buffer } = await pending;
      if (bytesRead === 0) return;
      turn = 1 - turn;
      pending = handle.read(buffers[turn as 0 | 1], 0, PIECE, null);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await pending.catch(() => undefined);
    await handle.close();
  }
}

/** A pipe, once it has a writer, or until the signal. Errors: those of `open`, the signal's reason. */
async function openPipe(path: string, signal: AbortSignalLike | undefined): Promise<AsyncIterable<Uint8Array>> {
  throwIfAborted(signal);
  const opening = promisify(openDescriptor)(path, 'r');
  try {
    const fd = await (signal ? unlessAborted(() => opening, signal) : opening);
    // A socket, as reading in a thread could not be ended.
    return new Socket({ fd, readable: true, writable: false });
  } catch (error) {
    if (signal?.aborted === true) {
      // The system opens it in a thread, which waits until there is a writer.
      const writing = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
      try {
        closeSync(await opening);
      } finally {
        closeSync(writing);
      }
    }
    throw error;
  }
}

/** A file as chunks that are valid until the next is asked for. What is no file, such as a pipe, may not answer: a signal ends that. Errors: those of `open`. */
export async function openFile(path: string, signal?: AbortSignalLike): Promise<OpenSource> {
  // A pipe is opened once: what is written to one that nobody reads any more is lost.
  if ((await stat(path)).isFIFO()) return { chunks: until(await openPipe(path, signal), signal) };
  const handle = await open(path, 'r');
  const about = await handle.stat();
  return about.isFile()
    ? { chunks: pieces(handle), totalBytes: about.size }
    : { chunks: until(pieces(handle), signal) };
}

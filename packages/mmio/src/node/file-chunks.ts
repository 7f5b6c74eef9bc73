import { open, type FileHandle } from 'node:fs/promises';
import type { AbortSignalLike } from '../model/options.ts';
import type { OpenSource } from '../source/source.ts';
import { until } from '../source/until.ts';

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

/** A file as chunks that are valid until the next is asked for. What is no file, such as a pipe, may not answer: a signal ends that. Errors: those of `open`. */
export async function openFile(path: string, signal?: AbortSignalLike): Promise<OpenSource> {
  const handle = await open(path, 'r');
  const stat = await handle.stat();
  return stat.isFile() ? { chunks: pieces(handle), totalBytes: stat.size } : { chunks: until(pieces(handle), signal) };
}

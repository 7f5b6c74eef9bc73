import { SpmvError } from '@spmv/core';
import { FETCH_AGAIN, fileError } from '../errors/file-error.ts';

/** The part of a compression stream that is used. */
interface Transform {
  readonly readable: {
    getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: unknown }>; cancel(): Promise<unknown> };
  };
  readonly writable: {
    getWriter(): { write(chunk: Uint8Array<ArrayBuffer>): Promise<unknown>; close(): Promise<unknown> };
  };
}

async function* through(stream: Transform, parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  // What goes wrong while writing shows again while reading.
  const writing = (async () => {
    for (const part of parts) await writer.write(part as Uint8Array<ArrayBuffer>); // nobody shares a file's bytes
    await writer.close();
  })().catch(() => undefined);
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value as Uint8Array;
    }
    ended = true;
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined);
    await writing;
  }
}

/** The pieces of some bytes, deflated. */
export function deflated(parts: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  return through(new CompressionStream('deflate-raw'), parts);
}

/** Inflates by the platform's own means into `size` bytes, and stops at one more. Errors: `FILE.CHECKSUM`, `FILE.ARCHIVE`. */
export async function inflate(
  packed: Uint8Array,
  { name, size, at }: { readonly name: string; readonly size: number; readonly at: number },
): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  const contradiction = (what: string): SpmvError =>
    fileError('FILE.ARCHIVE', {
      byte: at,
      member: name,
      what: `the member unfolds to ${what} than the ${size} bytes that the archive says`,
      fix: FETCH_AGAIN,
      details: { size },
    });
  let length = 0;
  try {
    for await (const piece of through(new DecompressionStream('deflate-raw'), [packed])) {
      if (length + piece.length > size) throw contradiction('more');
      bytes.set(piece, length);
      length += piece.length;
    }
  } catch (cause) {
    if (cause instanceof SpmvError) throw cause;
    throw fileError('FILE.CHECKSUM', {
      byte: at,
      member: name,
      what: `the compressed data is damaged after ${length} bytes of text`,
      fix: FETCH_AGAIN,
      cause,
    });
  }
  if (length < size) throw contradiction('less');
  return bytes;
}

/**
 * Inflates a zlib stream whose first 8 bytes say how long it is, as `sizeOf` reads them, and stops at one byte more. Its checksum is
 * compared by the platform. Errors: `FILE.CHECKSUM`, `FILE.ARCHIVE`, and those of `sizeOf`.
 */
export async function inflateElement(
  packed: Uint8Array,
  { at, sizeOf }: { readonly at: number; readonly sizeOf: (first: Uint8Array) => number },
): Promise<Uint8Array> {
  const early: Uint8Array[] = [];
  let bytes: Uint8Array | undefined;
  let length = 0;
  const put = (piece: Uint8Array, into: Uint8Array): void => {
    if (length + piece.length > into.length) throw unequal(at, 'more', into.length);
    into.set(piece, length);
    length += piece.length;
  };
  try {
    for await (const piece of through(new DecompressionStream('deflate'), [packed])) {
      if (bytes) {
        put(piece, bytes);
        continue;
      }
      early.push(piece);
      const first = early.length === 1 ? piece : Uint8Array.from(early.flatMap((one) => [...one]));
      if (first.length < 8) continue;
      bytes = new Uint8Array(sizeOf(first));
      put(first, bytes);
    }
  } catch (cause) {
    if (cause instanceof SpmvError) throw cause;
    throw fileError('FILE.CHECKSUM', {
      byte: at,
      what: `the compressed data is damaged after ${length} bytes`,
      fix: FETCH_AGAIN,
      cause,
    });
  }
  if (bytes === undefined || length < bytes.length) throw unequal(at, 'less', bytes?.length ?? 8);
  return bytes;
}

function unequal(at: number, how: 'more' | 'less', size: number): SpmvError {
  return fileError('FILE.ARCHIVE', {
    byte: at,
    what: `the variable unfolds to ${how} than the ${size} bytes that it says`,
    fix: FETCH_AGAIN,
    details: { size },
  });
}

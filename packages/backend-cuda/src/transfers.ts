import type { TypedArray } from '@spmv/core';
import type { NativeBuffer, NativeDevice } from './native/addon.ts';
import { withSpmvErrorsAsync, withSpmvErrors } from './native/native-error.ts';

/** Told of long copies: the array's name, bytes done and bytes in all. */
export type ProgressListener = (progress: {
  readonly array: string;
  readonly doneBytes: number;
  readonly totalBytes: number;
}) => void;

const CHUNK_BYTES = 64 * 2 ** 20;

/** Copies `array` into a new buffer called `name`, in pieces so that progress can be told. Errors: `BACKEND.OUT_OF_MEMORY` naming it. */
export async function upload(
  device: NativeDevice,
  name: string,
  array: TypedArray,
  progress?: ProgressListener,
): Promise<NativeBuffer> {
  const buffer = withSpmvErrors(() => device.allocate(array.byteLength, name));
  try {
    await withSpmvErrorsAsync(() => writeInPieces(buffer, name, array, progress));
  } catch (error) {
    buffer.dispose();
    throw error;
  }
  return buffer;
}

async function writeInPieces(
  buffer: NativeBuffer,
  name: string,
  array: TypedArray,
  progress?: ProgressListener,
): Promise<void> {
  const perChunk = CHUNK_BYTES / array.BYTES_PER_ELEMENT;
  for (let from = 0; from < array.length; from += perChunk) {
    const piece = array.subarray(from, Math.min(from + perChunk, array.length));
    await buffer.write(piece, from * array.BYTES_PER_ELEMENT);
    progress?.({
      array: name,
      doneBytes: from * array.BYTES_PER_ELEMENT + piece.byteLength,
      totalBytes: array.byteLength,
    });
  }
}

import type { CooMatrix, FileType } from '@spmv/core';
import { fileURLToPath } from 'node:url';
import { withFile } from '@spmv/interchange/node';
import { cooOfFile, fileTypeOf, HEAD_BYTES, toCoo } from '@spmv/mmio';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import type { ReadOptions } from '../source/read-matrix.ts';

/** The entries of a file, read at the places that its type asks for. Errors: those of the system, `FILE.*`, `MMIO.*`. */
export async function readPath(
  given: string | URL,
  fileTypes: readonly FileType[],
  { signal, part, onProgress }: ReadOptions,
): Promise<CooMatrix> {
  const path = typeof given === 'string' && !given.startsWith('file:') ? given : fileURLToPath(given);
  const other = await withFile(path, async (file) => {
    const type = fileTypeOf(await file.read(0, HEAD_BYTES), path, fileTypes);
    if (!type) return undefined;
    let bytes = 0;
    const read: typeof file.read = (at, length, seen) =>
      file.read(at, length, (piece) => {
        bytes += piece.length;
        onProgress?.(bytes);
        seen?.(piece);
      });
    return type.read(
      { size: file.size, read },
      { limits: {}, ...(signal ? { signal } : {}), ...(part === undefined ? {} : { part }) },
    );
  });
  if (other) return cooOfFile(other);
  return toCoo(
    await readMatrixMarketFile(path, {
      name: path,
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress: ({ bytes }) => onProgress(bytes) } : {}),
    }),
  );
}

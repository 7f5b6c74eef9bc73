import type { AnyCoo } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withFile } from '@spmv/interchange/node';
import type { FindFileTypes } from '@spmv/mmio';
import { fileTypeOf, HEAD_BYTES, isMatrixMarket } from '@spmv/mmio';
import { readAnyFile } from '@spmv/mmio/node';
import type { Reading, MatrixReadOptions } from '../source/read-matrix.ts';
import { entriesOf, entriesOfOther, partFix, refuseOdd } from '../source/read-matrix.ts';
import { compiled, inOrder } from './compiled.ts';

/** What the system says of files that cannot be read, and what to do. */
const SYSTEM: Readonly<Record<string, readonly [reason: string, fix: string]>> = {
  ENOENT: ['there is no such file', 'Correct the name, or the folder that the program runs in.'],
  EISDIR: ['it is a folder', 'Name a file in it.'],
  EACCES: ['this user may not read it', 'Give yourself the right to read it, or copy it.'],
};

/** An error of the system with the whole path, and what to do. Any other as it is. */
function cannotRead(path: string, cause: unknown): unknown {
  const { code, syscall, message } = cause as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return cause;
  const [reason, usual] = SYSTEM[code] ?? [message, 'See that the file can be read by other programs.'];
  const at = path.lastIndexOf('#');
  const fix = at > 0 && existsSync(path.slice(0, at)) ? partFix(path, at) : usual;
  return new SpmvError('FILE.READ', `${resolve(path)} cannot be read: ${reason}.`, {
    fix,
    details: { path: resolve(path), system: code },
    cause,
  });
}

/** The entries of a file, read at the places that its type asks for. Errors: `FILE.*`, `MMIO.*`. */
export async function readPath(given: string | URL, find: FindFileTypes, options: Reading): Promise<AnyCoo> {
  const path = typeof given === 'string' && !given.startsWith('file:') ? given : fileURLToPath(given);
  try {
    // What has the name of Matrix Market is looked at as it is read.
    const other = /\.mtx(?:\.gz)?$/iu.test(path) ? undefined : await plainOther(path, find, options);
    return other ?? (await entriesOf(await read(path, find, options), { ...options, inOrder }));
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function read(path: string, find: FindFileTypes, { signal, onProgress }: MatrixReadOptions) {
  const native = compiled();
  return readAnyFile(
    path,
    {
      ...(native ? { native } : {}),
      name: path,
      onWarning: refuseOdd,
      ...(signal ? { signal } : {}),
      ...(onProgress ? { onProgress: ({ bytes }) => onProgress(bytes) } : {}),
    },
    find,
  );
}

/** The entries of a file that is of another type than Matrix Market and not packed. */
async function plainOther(path: string, find: FindFileTypes, options: Reading): Promise<AnyCoo | undefined> {
  // A pipe is read once, from its beginning.
  if (!(await stat(path)).isFile()) return undefined;
  return withFile(path, async (file) => {
    const head = await file.read(0, HEAD_BYTES);
    const type = isMatrixMarket(head, path) ? undefined : fileTypeOf(head, path, await find());
    if (!type) return undefined;
    let bytes = 0;
    const told: typeof file.read = (at, length, seen) =>
      file.read(at, length, (piece) => {
        bytes += piece.length;
        options.onProgress?.(bytes);
        seen?.(piece);
      });
    return entriesOfOther(type, { size: file.size, read: told }, options);
  });
}

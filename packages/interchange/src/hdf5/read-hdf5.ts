import { checkReadOptions } from '../source/check-options.ts';
import type { FileLimits, FileMatrix } from '@spmv/core';
import { functionOption, isSpmvError, textOption } from '@spmv/core';
import { FETCH_AGAIN, fileError } from '../errors/file-error.ts';
import { type BytesSource, openBytes } from '../source/bytes.ts';
import { choosePart } from '../source/choose-part.ts';
import { COMPRESSION } from '../source/limits.ts';
import { type LoadHdf5, loadInstalled } from './library.ts';
import { matricesIn } from './matrices.ts';

/** In the library's own file system, where nothing else is: a file that names other files finds none. */
const PATH = '/spmv.h5';

/** Whether these are the first bytes of a file of HDF5; one of MATLAB 7.3 has a text before them. */
export function isHdf5(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 10));
  return text.startsWith('\u0089HDF\r\n\u001a\n') || text === 'MATLAB 7.3';
}

/** How to read a file. */
export interface ReadHdf5Options {
  readonly limits?: FileLimits;
  /** Name of the group or dataset where there are several, or its end: `layers/counts`, `counts`. */
  readonly part?: string;
  /** Loads `h5wasm`. Default: as it is installed beside this package. */
  readonly load?: LoadHdf5;
}

/** The error of the library, in its words: the last line of a report says the cause. */
function unreadable(cause: unknown): unknown {
  if (isSpmvError(cause)) return cause;
  const lines = [...String(cause instanceof Error ? cause.message : cause).matchAll(/#\d+: .*?\(\): (.*)/g)];
  const words = lines.at(-1)?.[1] ?? String(cause);
  return fileError('FILE.FORMAT', {
    what: `the library of HDF5 does not read the file: ${words.trim().slice(0, 200)}`,
    fix: FETCH_AGAIN,
    cause,
  });
}

/**
 * Reads a matrix from HDF5 with the npm package `h5wasm`: sparse as AnnData (`X`, `layers/…`), 10x Genomics (`matrix`) and MATLAB 7.3 write it, or a dataset of two dimensions, dense. Where there are several,
 * that called `X`, `matrix` or `A`. Memory: the file, and the arrays of the matrix.
 *
 * Errors: `FILE.*`.
 */
export async function readHdf5(source: BytesSource, options: ReadHdf5Options = {}): Promise<FileMatrix> {
  checkReadOptions('readHdf5', options, { part: textOption, load: functionOption });
  const { limits = {}, part, load = loadInstalled } = options;
  const library = await load();
  const { FS, activate_throwing_error_handler, deactivate_throwing_error_handler } = await library.ready;
  const opened = await openBytes(source, limits.bytes);
  const bytes = await opened.read(0, opened.size);
  // An array without any bytes in the file may be declared as large as one likes.
  const allowed = { bytes: COMPRESSION.free + COMPRESSION.ratio * bytes.length, ...limits };
  // From here on nothing is awaited, so no other reading is in between.
  activate_throwing_error_handler();
  try {
    FS.writeFile(PATH, bytes, { canOwn: true });
    const file = new library.File(PATH, 'r');
    try {
      const found = matricesIn(file);
      const parts = part === undefined ? found.filter(({ isVector }) => !isVector) : found;
      const meant = choosePart(parts, part, { usual: ['X', 'matrix', 'A'], separator: '/' });
      const matrix = meant.read(allowed);
      const others = parts.filter((one) => one !== meant && !one.isVector).map(({ name }) => name);
      return others.length === 0
        ? matrix
        : { ...matrix, about: `${matrix.about}; other parts: ${others.slice(0, 8).join(', ')}` };
    } finally {
      file.close();
    }
  } catch (error) {
    throw unreadable(error);
  } finally {
    FS.unlink(PATH);
    deactivate_throwing_error_handler();
  }
}

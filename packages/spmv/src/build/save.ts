import { shown, SpmvError } from '@spmv/core';
import type { WritePath } from '../save.ts';
import { save as saveEntries } from '../save.ts';
import type { MatrixLike } from './entries.ts';
import { entriesOf } from './entries.ts';

/** `save` of a host that writes files so. */
export function saveWith(writePath: WritePath | undefined): (path: string | URL, A: MatrixLike) => Promise<void> {
  return async (path, A) => {
    if (typeof A === 'string')
      throw new SpmvError('OPERAND.MATRIX', `There is no matrix: it is ${shown(A)}.`, {
        fix: "Give the name of the file first: save('a.npz', A).",
      });
    return saveEntries(entriesOf(A), path, { fileTypes: [], writePath });
  };
}

/**
 * Writes a matrix to a file, whole or not at all; the ending of its name says the type: .mtx, .mtx.gz, .npz, .npy (every element), .bsp.npz, .petsc.
 * Errors: those of `entriesOf`; `FILE.UNSUPPORTED` for another ending, and on a page, which has no files; `FILE.WRITE`.
 */
export const save: (path: string | URL, A: MatrixLike) => Promise<void> = saveWith(undefined);

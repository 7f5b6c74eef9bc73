import { elementTypeOf } from '../data/element.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import { isBuilt } from '../format/built-mark.ts';
import { checkStored } from '../format/check-stored.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import type { PrepareRequest } from './prepare-request.ts';

/** The array, or a copy of it where other threads may write to it between its check and its use. */
function unshared(array: StoredMatrix['arrays'][string]): StoredMatrix['arrays'][string] {
  const isShared =
    typeof SharedArrayBuffer === 'function' &&
    elementTypeOf(array) !== undefined &&
    array.buffer instanceof SharedArrayBuffer;
  return isShared ? array.slice() : array;
}

/** A snapshot that its maker can no longer change, except for the contents of its arrays. Takes anything. */
function snapshot(matrix: StoredMatrix): StoredMatrix {
  if (typeof matrix !== 'object' || matrix === null) return matrix;
  const { shape, params, scalars, arrays } = matrix;
  const own = Object.fromEntries(Object.entries(arrays ?? {}).map(([name, array]) => [name, unshared(array)]));
  return { ...matrix, shape: { ...shape }, params: { ...params }, scalars: { ...scalars }, arrays: own };
}

/**
 * The matrix of a request, as a kernel may read it: built by core, vouched for by the caller, or checked here, once.
 *
 * Errors: `FORMAT.UNCHECKED` where nothing says how to check it, `FORMAT.INVALID` with everything found.
 */
export function checkedMatrix({
  operation,
  matrix,
  format,
  trusted,
}: Pick<PrepareRequest, 'format' | 'trusted'> & {
  readonly operation: { readonly id: string };
  readonly matrix: StoredMatrix | undefined;
}): StoredMatrix {
  if (matrix === undefined) {
    throw new SpmvError('OPERAND.MATRIX', `Operation '${operation.id}' needs a stored matrix, and none was given.`, {
      fix: 'Build one with buildMatrix and pass it as `matrix`.',
    });
  }
  if (trusted === true || isBuilt(matrix)) return matrix;
  if (!format) {
    throw new SpmvError(
      'FORMAT.UNCHECKED',
      'The matrix was not built by buildMatrix, and it cannot be checked without its format.',
      {
        fix: "Build it with buildMatrix(format, coo), or pass its format too (format: registry.format('csr')), or say with trusted: true that it is correct.",
      },
    );
  }
  const own = snapshot(matrix);
  const findings = checkStored(format, own);
  if (findings.length === 0) return own;
  const words = findings.map(({ invariant, message }) => `${message} (${invariant})`).join('; ');
  throw new SpmvError('FORMAT.INVALID', `The matrix is not in format '${format.id}': ${words}.`, {
    fix: 'Correct the arrays, or build the matrix with buildMatrix from its entries.',
    details: { format: format.id, findings },
  });
}

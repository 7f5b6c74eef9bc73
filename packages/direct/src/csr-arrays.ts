import type { CooMatrix, StoredMatrix } from '@spmv/core';
import { rowStartOf, SpmvError } from '@spmv/core';

/** A square matrix by rows: entries `rowStart[i]` up to `rowStart[i + 1]`, not included, are those of row i. */
export interface SquareCsr {
  readonly n: number;
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** A matrix that can be factored: canonical entries (sorted by rows, then columns, none twice), or format `csr`. */
export type DirectMatrix = CooMatrix | StoredMatrix;

/**
 * The arrays of a square matrix by rows; those of the matrix itself where it has them, so only to be read. Values of 32 bits are widened.
 * Errors: `OPERAND.MATRIX` where it is not square, or stored in another format.
 */
export function csrArraysOf(matrix: DirectMatrix): SquareCsr {
  const { rows: n, cols } = matrix.shape;
  if (n !== cols)
    throw new SpmvError('OPERAND.MATRIX', `A matrix of ${n} × ${cols} has no factorization that solves Ax = b.`, {
      fix: 'Give a square matrix; for another one solve the least squares problem with lsqr.',
      details: { rows: n, cols },
    });
  if (!('format' in matrix))
    return { n, rowStart: rowStartOf(matrix), colIndex: matrix.colIndex, values: wide(matrix.values) };
  const { rowStart, colIndex, values } = matrix.arrays;
  if (matrix.format !== 'csr' || !(rowStart instanceof Int32Array) || !(colIndex instanceof Int32Array) || !values)
    throw new SpmvError('OPERAND.MATRIX', `A matrix in format '${matrix.format}' is not factored.`, {
      fix: "Give its entries as COO, or the matrix in format 'csr'.",
      details: { format: matrix.format },
    });
  return { n, rowStart, colIndex, values: wide(values) };
}

function wide(values: ArrayLike<number>): Float64Array {
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

import type { CooMatrix } from '@spmv/core';
import { cooByRows, rowStartOf } from '@spmv/core';
import type { CsrMatrix } from '@spmv/spgemm';
import { countColumns, listByColumns } from './js/rows.ts';
import { takeDiagonal } from './js/splitting.ts';
import type { Parts } from './parts.ts';
import { byRows, inParts } from './parts.ts';
import type { Scratch } from './scratch.ts';
import { createScratch } from './scratch.ts';

/** Canonical entries by rows; columns and values are those of the matrix itself. */
export function csrOf(coo: CooMatrix): CsrMatrix {
  const { shape, colIndex, values } = coo;
  return { shape, rowStart: rowStartOf(coo), colIndex, values };
}

/** Memory of its arrays. */
export function bytesOf({ rowStart, colIndex, values }: CsrMatrix): number {
  return rowStart.byteLength + colIndex.byteLength + values.byteLength;
}

/** The same arrays as entries. */
export function entriesOf({ shape, rowStart, colIndex, values }: CsrMatrix): CooMatrix {
  return cooByRows(shape, { rowStart, colIndex }, values) as CooMatrix;
}

/** Aᵀ, in arrays of `scratch`. A counting sort, which keeps the order of rows. */
export function* transposed(A: CsrMatrix, scratch: Scratch = createScratch()): Parts<CsrMatrix> {
  const { rows, cols } = A.shape;
  const at = scratch.i32('starts', cols + 2).fill(0);
  yield* inParts(A.colIndex.length, (begin, end) => countColumns(A, at, begin, end));
  for (let j = 1; j <= cols; j++) at[j + 1] += at[j];
  const columns = scratch.i32('columns', A.colIndex.length);
  const moved = scratch.f64('values', A.colIndex.length);
  yield* byRows(A, (begin, end) => listByColumns(A, at, { columns, moved }, begin, end));
  return { shape: { rows: cols, cols: rows }, rowStart: at.subarray(0, cols + 1), colIndex: columns, values: moved };
}

/** The diagonal of a square matrix, 0 where there is no entry. */
export function* diagonalOf(A: CsrMatrix): Parts<Float64Array> {
  const diagonal = new Float64Array(A.shape.rows);
  yield* byRows(A, (begin, end) => takeDiagonal(A, diagonal, begin, end));
  return diagonal;
}

/** A ← diag(left)·A·diag(right), in place; 1 where there is none. */
export function* scaleInPlace(A: CsrMatrix, left: Float64Array | undefined, right: Float64Array): Parts<void> {
  const { rowStart, colIndex, values } = A;
  yield* byRows(A, (begin, end) => {
    for (let i = begin; i < end; i++) {
      const factor = left ? left[i] : 1;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) values[k] *= factor * right[colIndex[k]];
    }
  });
}

/** The first so many elements, as a part of the array where little of its memory is left over. */
export function fitted<T extends Int32Array | Float64Array>(array: T, length: number): T {
  return (length > 0.75 * array.length ? array.subarray(0, length) : array.slice(0, length)) as T;
}

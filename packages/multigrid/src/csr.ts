import type { CooMatrix } from '@spmv/core';
import { cooByRows, rowStartOf } from '@spmv/core';
import type { CsrMatrix } from '@spmv/spgemm';

/** Canonical entries by rows; columns and values are those of the matrix itself. */
export function csrOf(coo: CooMatrix): CsrMatrix {
  const { shape, colIndex, values } = coo;
  return { shape, rowStart: rowStartOf(coo), colIndex, values };
}

/** The same arrays as entries. */
export function entriesOf({ shape, rowStart, colIndex, values }: CsrMatrix): CooMatrix {
  return cooByRows(shape, { rowStart, colIndex }, values) as CooMatrix;
}

/** Sᵀ of positions alone, and for each of its entries which one of S it is. A counting sort, which keeps the order of rows. */
export function transposedPositions({
  shape: { rows, cols },
  rowStart,
  colIndex,
}: Pick<CsrMatrix, 'shape' | 'rowStart' | 'colIndex'>): Pick<CsrMatrix, 'rowStart' | 'colIndex'> & {
  readonly from: Int32Array;
} {
  const start = new Int32Array(cols + 1);
  for (let k = 0; k < colIndex.length; k++) start[colIndex[k] + 1]++;
  for (let j = 0; j < cols; j++) start[j + 1] += start[j];
  const next = start.slice();
  const [rowIndex, from] = [new Int32Array(colIndex.length), new Int32Array(colIndex.length)];
  for (let i = 0; i < rows; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const at = next[colIndex[k]]++;
      rowIndex[at] = i;
      from[at] = k;
    }
  return { rowStart: start, colIndex: rowIndex, from };
}

/** Aᵀ. */
export function transposed(A: CsrMatrix): CsrMatrix {
  const { from, ...positions } = transposedPositions(A);
  const values = new Float64Array(from.length);
  for (let k = 0; k < from.length; k++) values[k] = A.values[from[k]];
  return { shape: { rows: A.shape.cols, cols: A.shape.rows }, ...positions, values };
}

/** The diagonal of a square matrix, 0 where there is no entry. */
export function diagonalOf({ shape, rowStart, colIndex, values }: CsrMatrix): Float64Array {
  const diagonal = new Float64Array(shape.rows);
  for (let i = 0; i < shape.rows; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (colIndex[k] === i) diagonal[i] = values[k];
  return diagonal;
}

/** A ← diag(left)·A·diag(right), in place; 1 where there is none. */
export function scaleInPlace(
  { shape, rowStart, colIndex, values }: CsrMatrix,
  left: Float64Array | undefined,
  right: Float64Array,
): void {
  for (let i = 0; i < shape.rows; i++) {
    const factor = left ? left[i] : 1;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) values[k] *= factor * right[colIndex[k]];
  }
}

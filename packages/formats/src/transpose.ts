import type { StoredMatrix, ValueArray } from '@spmv/core';
import { SpmvError, valueArray } from '@spmv/core';
import type { RowStart } from './row-checks.ts';

/** Where the entries of each column begin when they are sorted by columns; one more than columns, of the type of `like`. */
function columnStarts<S extends RowStart>(colIndex: Int32Array, cols: number, like: S): S {
  const start = (like instanceof Int32Array ? new Int32Array(cols + 1) : new Float64Array(cols + 1)) as S;
  for (let k = 0; k < colIndex.length; k++) {
    const after = colIndex[k] + 1;
    start[after] = start[after] + 1;
  }
  for (let j = 0; j < cols; j++) start[j + 1] = start[j + 1] + start[j];
  return start;
}

/**
 * Aᵀ of a stored `csr` or `csr64`, in the same format and type: a stable counting sort by columns. Time O(nnz + rows + cols); memory: the
 * result and `cols` numbers. For those who rather store Aᵀ than multiply by it as it is (option `transpose` of SpMV). `matrix` is neither
 * checked nor changed.
 *
 * Errors: `FORMAT.REFUSED` for other formats.
 */
export function transpose<M extends StoredMatrix>(matrix: M): M {
  const { format, shape, valueType } = matrix;
  if (format !== 'csr' && format !== 'csr64') {
    throw new SpmvError('FORMAT.REFUSED', `Only csr and csr64 are transposed as they are stored, not '${format}'.`, {
      fix: 'Build it from transposeCoo of its entries: format.toCoo(matrix) gives them.',
      details: { format },
    });
  }
  const rowStart = matrix.arrays['rowStart'] as RowStart;
  const colIndex = matrix.arrays['colIndex'] as Int32Array;
  const values = matrix.arrays['values'] as ValueArray;
  const start = columnStarts(colIndex, shape.cols, rowStart);
  const next = start.slice();
  const rows = new Int32Array(colIndex.length);
  const moved = valueArray(valueType, values.length);
  for (let i = 0; i < shape.rows; i++) {
    const last = rowStart[i + 1];
    for (let k = rowStart[i]; k < last; k++) {
      const column = colIndex[k];
      const place = next[column];
      next[column] = place + 1;
      rows[place] = i;
      moved[place] = values[k];
    }
  }
  const arrays = { rowStart: start, colIndex: rows, values: moved };
  return { ...matrix, shape: { rows: shape.cols, cols: shape.rows }, arrays };
}

import type { StoredMatrix, StoredRows } from '@spmv/core';
import type { RowArrays } from './row-checks.ts';

/** The rows of a matrix in CSR. A part has row starts of its own, and shares the rest. */
export function csrByRows(matrix: StoredMatrix<RowArrays>): StoredRows {
  const { rowStart, colIndex, values } = matrix.arrays;
  return {
    rowStart,
    colIndex,
    part(begin, end) {
      const [first, last] = [rowStart[begin], rowStart[end]];
      const starts = rowStart.slice(begin, end + 1);
      for (let i = 0; i < starts.length; i++) starts[i] = starts[i] - first;
      return {
        ...matrix,
        shape: { rows: end - begin, cols: matrix.shape.cols },
        nnz: last - first,
        arrays: {
          rowStart: starts,
          colIndex: colIndex.subarray(first, last),
          values: values.subarray(first, last),
        },
      };
    },
  };
}

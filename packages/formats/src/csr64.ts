import type { ArraysOf, RowSource, SparseFormat, StoredMatrix } from '@spmv/core';
import { cooOfRows } from '@spmv/core';
import { csrByRows } from './csr-by-rows.ts';
import { checkRows } from './row-checks.ts';
import { rowsAsCsr } from './rows-as-csr.ts';
import { SAAD } from './sources.ts';

const layout = {
  rowStart: {
    element: 'f64',
    length: 'rows + 1',
    copyOf: 'rowStart',
    doc: 'Index of the first entry of each row, a whole number; the last element is nnz.',
  },
  colIndex: {
    element: 'i32',
    length: 'nnz',
    copyOf: 'colIndex',
    doc: 'Column of each entry, increasing within a row.',
  },
  values: { element: 'value', length: 'nnz', copyOf: 'values', doc: 'Value of each entry.' },
} as const;

/** The arrays of format `csr64`; its row starts are whole numbers below 2^53, exact in f64. */
export type Csr64Arrays = ArraysOf<typeof layout>;

/** The stored rows, to be read again. */
function rowsOf({ shape, arrays: { rowStart, colIndex, values } }: StoredMatrix<Csr64Arrays>): RowSource {
  return {
    shape,
    rowLength: Int32Array.from({ length: shape.rows }, (_, i) => rowStart[i + 1] - rowStart[i]),
    readRows(begin, end, columns, numbers) {
      columns.set(colIndex.subarray(rowStart[begin], rowStart[end]));
      numbers.set(values.subarray(rowStart[begin], rowStart[end]));
    },
  };
}

/**
 * CSR for more than 2³¹−1 entries: row starts beyond 32 bits, columns within. Made from a source of rows (`buildMatrixFromRows`), it never
 * needs COO, which ends at 2³¹−1 entries.
 *
 * ```
 * 1 . 2 . .      rowStart  0 2 4 4 7      (f64)
 * . 3 . . 4      colIndex  0 2 1 4 0 1 3
 * . . . . .      values    1 2 3 4 5 6 7
 * 5 6 . 7 .
 * ```
 *
 * Row starts are whole numbers in f64: JavaScript reads them as fast as those of 32 bits, a BigInt64Array two to four times as slow. SciPy's
 * and PETSc's int64 row starts become these by `Float64Array.from(indptr, Number)`, and `BigInt64Array.from(rowStart, BigInt)` is the way back.
 *
 * Bytes: 8·(rows+1) + nnz·(4 + value). Not for a matrix that `csr` can hold: fewer kernels read it.
 */
export const csr64: SparseFormat<Record<never, never>, typeof layout> = {
  kind: 'format',
  id: 'csr64',
  title: 'CSR with row starts beyond 32 bits',
  sources: [{ ...SAAD, section: '3.4' }],
  layout,
  scalars: {},
  maxEntries: Number.MAX_SAFE_INTEGER,
  params: { axes: {} },
  plan: ({ nnz }) => ({ scalars: {}, slots: nnz }),
  build: () => undefined,
  buildFromRows: rowsAsCsr,
  byRows: csrByRows,
  toCoo: (matrix) => cooOfRows(rowsOf(matrix)),
  check: checkRows,
};

import type { NamedArrays, RowSource, SparseFormat, StoredMatrix, ValueArray, ValueType } from '@spmv/core';
import { cooOfRows, entriesOf, rowsOfCoo } from '@spmv/core';
import { csrByRows } from './csr-by-rows.ts';
import { checkRows } from './row-checks.ts';
import { rowsAsCsr } from './rows-as-csr.ts';
import { SAAD } from './sources.ts';

/** The arrays of format `csr64`. */
export interface Csr64Arrays extends NamedArrays {
  /** Whole numbers below 2^53, exact in f64. */
  readonly rowStart: Float64Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

type Stored = StoredMatrix<Csr64Arrays, Record<never, never>>;

function build(source: RowSource, params: Record<never, never>, valueType: ValueType): Stored {
  return {
    format: 'csr64',
    shape: { ...source.shape },
    nnz: entriesOf(source),
    valueType,
    params,
    scalars: {},
    arrays: rowsAsCsr(source, new Float64Array(source.shape.rows + 1), valueType),
  };
}

/** The stored rows, to be read again. */
function rowsOf({ shape, arrays: { rowStart, colIndex, values } }: Stored): RowSource {
  return {
    shape,
    rowLength: Int32Array.from({ length: shape.rows }, (_, i) => (rowStart[i + 1] as number) - (rowStart[i] as number)),
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
export const csr64: SparseFormat<Record<never, never>, Csr64Arrays> = {
  kind: 'format',
  id: 'csr64',
  title: 'CSR with row starts beyond 32 bits',
  sources: [{ ...SAAD, section: '3.4' }],
  layout: {
    rowStart: {
      element: 'f64',
      length: 'rows + 1',
      doc: 'Index of the first entry of each row, a whole number; the last element is nnz.',
    },
    colIndex: { element: 'i32', length: 'nnz', doc: 'Column of each entry, increasing within a row.' },
    values: { element: 'value', length: 'nnz', doc: 'Value of each entry.' },
  },
  scalars: {},
  maxEntries: Number.MAX_SAFE_INTEGER,
  params: { axes: {} },
  plan: ({ shape, nnz }, _params, valueType) => ({
    arrays: {
      rowStart: { element: 'f64', length: shape.rows + 1 },
      colIndex: { element: 'i32', length: nnz },
      values: { element: valueType, length: nnz },
    },
    scalars: {},
    slots: nnz,
  }),
  build: (coo, params, valueType) => build(rowsOfCoo(coo), params, valueType),
  buildFromRows: build,
  byRows: csrByRows,
  toCoo: (matrix) => cooOfRows(rowsOf(matrix)),
  check: checkRows,
};

import type { CooMatrix, NamedArrays, SparseFormat, StoredMatrix, ValueArray } from '@spmv/core';
import { entriesOf, rowIndexOf, rowStartOf, toValueType } from '@spmv/core';
import { csrByRows } from './csr-by-rows.ts';
import { checkRows } from './row-checks.ts';
import { rowsAsCsr } from './rows-as-csr.ts';
import { FRAGA, SAAD, VAZQUEZ } from './sources.ts';

/** The arrays of format `csr`. */
export interface CsrArrays extends NamedArrays {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

function storedOf(
  coo: CooMatrix,
  params: Record<never, never>,
  arrays: CsrArrays,
): StoredMatrix<CsrArrays, Record<never, never>> {
  const valueType = arrays.values instanceof Float64Array ? 'f64' : 'f32';
  return { format: 'csr', shape: { ...coo.shape }, nnz: coo.values.length, valueType, params, scalars: {}, arrays };
}

/**
 * Compressed sparse rows (CSR, CRS; Fraga's irp, ja, as): the entries of row i are rowStart[i] … rowStart[i+1]−1.
 *
 * ```
 * 1 . 2 . .      rowStart  0 2 4 4 7
 * . 3 . . 4      colIndex  0 2 1 4 0 1 3
 * . . . . .      values    1 2 3 4 5 6 7
 * 5 6 . 7 .
 * ```
 *
 * Bytes: 4·(rows+1) + nnz·(4 + value). No padding, whatever the lengths of the rows; a good first choice for everything. For more than
 * 2³¹−1 entries there is `csr64`.
 */
export const csr: SparseFormat<Record<never, never>, CsrArrays> = {
  kind: 'format',
  id: 'csr',
  title: 'Compressed sparse rows (CSR)',
  sources: [
    { ...FRAGA, section: 'Sparse Matrices Formats' },
    { ...VAZQUEZ, section: 'III.B' },
    { ...SAAD, section: '3.4' },
  ],
  layout: {
    rowStart: {
      element: 'i32',
      length: 'rows + 1',
      doc: 'Index of the first entry of each row; the last element is nnz.',
    },
    colIndex: { element: 'i32', length: 'nnz', doc: 'Column of each entry, increasing within a row.' },
    values: { element: 'value', length: 'nnz', doc: 'Value of each entry.' },
  },
  scalars: {},
  params: { axes: {} },
  plan: ({ shape, nnz }, _params, valueType) => ({
    arrays: {
      rowStart: { element: 'i32', length: shape.rows + 1 },
      colIndex: { element: 'i32', length: nnz },
      values: { element: valueType, length: nnz },
    },
    scalars: {},
    slots: nnz,
  }),
  build: (coo, params, valueType) =>
    storedOf(coo, params, {
      rowStart: rowStartOf(coo),
      colIndex: coo.colIndex.slice(),
      values: valueType === 'f64' ? coo.values.slice() : toValueType(valueType, coo.values),
    }),
  share: (coo, params, valueType) =>
    storedOf(coo, params, {
      rowStart: coo.rowStart ?? rowStartOf(coo),
      colIndex: coo.colIndex,
      values: toValueType(valueType, coo.values),
    }),
  buildFromRows: (source, params, valueType) => ({
    format: 'csr',
    shape: { ...source.shape },
    nnz: entriesOf(source),
    valueType,
    params,
    scalars: {},
    arrays: rowsAsCsr(source, new Int32Array(source.shape.rows + 1), valueType),
  }),
  byRows: csrByRows,
  toCoo: ({ shape, arrays }) => ({
    shape: { ...shape },
    rowIndex: rowIndexOf(arrays.rowStart),
    colIndex: arrays.colIndex.slice(),
    values: Float64Array.from(arrays.values),
  }),
  check: checkRows,
};

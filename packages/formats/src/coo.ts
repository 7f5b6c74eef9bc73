import type { CooMatrix, NamedArrays, SparseFormat, StoredMatrix, ValueArray } from '@spmv/core';
import { checkCoo, checkSizes, toValueType } from '@spmv/core';
import { SAAD, VAZQUEZ } from './sources.ts';

/** The arrays of format `coo`. */
export interface CooArrays extends NamedArrays {
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

type NoParams = Record<never, never>;

function storedOf(
  { shape }: Pick<CooMatrix, 'shape'>,
  params: NoParams,
  arrays: CooArrays,
): StoredMatrix<CooArrays, NoParams> {
  const valueType = arrays.values instanceof Float64Array ? 'f64' : 'f32';
  return { format: 'coo', shape: { ...shape }, nnz: arrays.values.length, valueType, params, scalars: {}, arrays };
}

/**
 * Coordinate storage: one row index, one column index and one value per entry, sorted by row then column.
 *
 * ```
 * 1 . 2 . .      rowIndex  0 0 1 1 3 3 3
 * . 3 . . 4      colIndex  0 2 1 4 0 1 3
 * . . . . .      values    1 2 3 4 5 6 7
 * 5 6 . 7 .
 * ```
 *
 * Bytes: nnz·(8 + value). A poor choice when rows are long: the row index is stored again for every entry.
 */
export const coo: SparseFormat<NoParams, CooArrays> = {
  kind: 'format',
  id: 'coo',
  title: 'Coordinate (COO)',
  sources: [
    { ...VAZQUEZ, section: 'III.A' },
    { ...SAAD, section: '3.4' },
  ],
  layout: {
    rowIndex: { element: 'i32', length: 'nnz', doc: 'Row of each entry, non-decreasing.' },
    colIndex: { element: 'i32', length: 'nnz', doc: 'Column of each entry, increasing within a row.' },
    values: { element: 'value', length: 'nnz', doc: 'Value of each entry.' },
  },
  scalars: {},
  params: { axes: {} },
  plan: ({ nnz }, _params, valueType) => ({
    arrays: {
      rowIndex: { element: 'i32', length: nnz },
      colIndex: { element: 'i32', length: nnz },
      values: { element: valueType, length: nnz },
    },
    scalars: {},
    slots: nnz,
  }),
  build: (matrix, params, valueType) =>
    storedOf(matrix, params, {
      rowIndex: matrix.rowIndex.slice(),
      colIndex: matrix.colIndex.slice(),
      values: valueType === 'f64' ? matrix.values.slice() : toValueType(valueType, matrix.values),
    }),
  share: ({ rowIndex, colIndex, values, shape }, params, valueType) =>
    storedOf({ shape }, params, { rowIndex, colIndex, values: toValueType(valueType, values) }),
  toCoo: ({ shape, arrays }) => ({
    shape: { ...shape },
    rowIndex: arrays.rowIndex.slice(),
    colIndex: arrays.colIndex.slice(),
    values: Float64Array.from(arrays.values),
  }),
  check: (matrix) => {
    const { shape, nnz, arrays } = matrix;
    const sizes = checkSizes(matrix, { rowIndex: nnz, colIndex: nnz, values: nnz });
    return sizes ? [sizes] : checkCoo({ shape, ...arrays });
  },
};

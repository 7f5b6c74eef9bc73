import { isCanonical, markCanonical } from '../format/built-mark.ts';
import { isDimension } from './check-coo.ts';
import type { CooMatrix, Shape } from './coo.ts';
import { rowIndexOf } from './csr-view.ts';

/** Where entries are that come by rows. */
export type RowPositions = Required<Pick<CooMatrix, 'rowIndex' | 'colIndex' | 'rowStart'>>;

/**
 * Positions of entries that come by rows, as a file in CSR has them: entries `rowStart[i]` … `rowStart[i + 1] − 1` are in row i. `rowIndex`, 4 bytes an entry, is made
 * when it is first read; `rowStart` is not enumerable, so that a spread with other entries does not keep it. Both arrays are used as they are.
 */
export function positionsByRows(rowStart: Int32Array, colIndex: Int32Array): RowPositions {
  let made: Int32Array | undefined;
  const positions = {
    get rowIndex() {
      return (made ??= rowIndexOf(rowStart));
    },
    colIndex,
  };
  return Object.defineProperty(positions, 'rowStart', { value: rowStart }) as RowPositions;
}

/** The matrix of such entries, in the same arrays; undefined where a column does not increase within its row, or is outside the shape. Reads every column once. */
export function cooByRows(
  shape: Shape,
  { rowStart, colIndex }: Pick<RowPositions, 'rowStart' | 'colIndex'>,
  values: Float64Array,
): CooMatrix | undefined {
  const coo: CooMatrix = Object.assign(positionsByRows(rowStart, colIndex), { shape: { ...shape }, values });
  return isCanonical(coo) ? coo : undefined;
}

/** Where rows begin of entries that come by rows, columns increasing, all inside the shape; undefined of others. Both arrays are of one length. */
export type RowStarts = (shape: Shape, rowIndex: Int32Array, colIndex: Int32Array) => Int32Array | undefined;

function rowStartsOf({ rows, cols }: Shape, rowIndex: Int32Array, colIndex: Int32Array): Int32Array | undefined {
  const nnz = rowIndex.length;
  const rowStart = new Int32Array(rows + 1);
  let row = 0;
  let k = 0;
  while (k < nnz) {
    const i = rowIndex[k] as number;
    if (i < row || i >= rows) return undefined;
    while (row < i) rowStart[++row] = k;
    // Where columns increase, the first and the last are outside the shape if any is.
    let previous = colIndex[k] as number;
    if (previous < 0) return undefined;
    for (k++; k < nnz && rowIndex[k] === i; k++) {
      const j = colIndex[k] as number;
      if (j <= previous) return undefined;
      previous = j;
    }
    if (previous >= cols) return undefined;
  }
  return rowStart.fill(nnz, row + 1);
}

/**
 * The same of entries that have a row each, in their order, in the arrays of columns and values; undefined where they are not canonical. Takes memory of the order of the rows. Reads every position once.
 * `rowStarts` is believed.
 */
export function cooInOrder(
  { shape, rowIndex, colIndex, values }: CooMatrix,
  rowStarts: RowStarts = rowStartsOf,
): CooMatrix | undefined {
  const { rows, cols } = shape;
  const nnz = rowIndex.length;
  if (!isDimension(rows) || !isDimension(cols) || colIndex.length !== nnz || values.length !== nnz) return undefined;
  const rowStart = rowStarts(shape, rowIndex, colIndex);
  if (!rowStart) return undefined;
  const coo: CooMatrix = Object.assign(positionsByRows(rowStart, colIndex), { shape: { rows, cols }, values });
  markCanonical(coo);
  return coo;
}

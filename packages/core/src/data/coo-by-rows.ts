import { isCanonical } from '../format/built-mark.ts';
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

/** Where rows begin, of entries in the order of their rows: rows + 1 elements. Undefined of any others, and where a row is outside. Reads every row index once. */
export function startsOfRows(rowIndex: Int32Array, rows: number): Int32Array | undefined {
  const rowStart = new Int32Array(rows + 1);
  let row = 0;
  for (let k = 0; k < rowIndex.length; k++) {
    const i = rowIndex[k] as number;
    if (i < row || i >= rows) return undefined;
    while (row < i) rowStart[++row] = k;
  }
  return rowStart.fill(rowIndex.length, row + 1);
}

import type { NamedArrays, StoredMatrix } from '@spmv/core';

/** CSR of the transposed matrix without its values: entry i of it has value order[i] of the matrix. */
export interface TransposedIndex extends NamedArrays {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly order: Int32Array;
}

/** Columns one after another, the rows of each in order. */
export function transposedIndex({ shape, arrays }: StoredMatrix): TransposedIndex {
  const starts = arrays['rowStart'] as Int32Array;
  const columns = arrays['colIndex'] as Int32Array;
  const rowStart = new Int32Array(shape.cols + 1);
  const end = starts[shape.rows] as number;
  for (const column of columns.subarray(0, end)) rowStart[column + 1] = (rowStart[column + 1] as number) + 1;
  for (let j = 0; j < shape.cols; j++) rowStart[j + 1] = (rowStart[j + 1] as number) + (rowStart[j] as number);
  const next = rowStart.slice(0, -1);
  const colIndex = new Int32Array(end);
  const order = new Int32Array(end);
  for (let row = 0; row < shape.rows; row++)
    for (let k = starts[row] as number; k < (starts[row + 1] as number); k++) {
      const column = columns[k] as number;
      const at = next[column] as number;
      next[column] = at + 1;
      colIndex[at] = row;
      order[at] = k;
    }
  return { rowStart, colIndex, order };
}

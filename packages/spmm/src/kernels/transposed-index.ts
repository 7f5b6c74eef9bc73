import type { NamedArrays, StoredMatrix } from '@spmv/core';
import { visitEntries } from './entry-places.ts';

/** CSR of the transposed matrix without its values: entry i of it has value order[i] of the matrix. */
export interface TransposedIndex extends NamedArrays {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly order: Int32Array;
}

/** Columns one after another, the rows of each in the order in which the format has them. 8 bytes an entry and 4 a column; read twice, written once. */
export function transposedIndex(matrix: StoredMatrix): TransposedIndex {
  const { cols } = matrix.shape;
  const rowStart = new Int32Array(cols + 1);
  visitEntries(matrix, (_, column) => {
    rowStart[column + 1] = rowStart[column + 1] + 1;
  });
  for (let j = 0; j < cols; j++) rowStart[j + 1] = rowStart[j + 1] + rowStart[j];
  const next = rowStart.slice(0, -1);
  const count = rowStart[cols];
  const colIndex = new Int32Array(count);
  const order = new Int32Array(count);
  visitEntries(matrix, (row, column, place) => {
    const at = next[column];
    next[column] = at + 1;
    colIndex[at] = row;
    order[at] = place;
  });
  return { rowStart, colIndex, order };
}

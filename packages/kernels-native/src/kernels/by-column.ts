import type { NamedArrays, StoredMatrix, ValueArray } from '@spmv/core';

/**
 * The entries of a matrix in `csr` column by column, as `csc` has them: `colStart`, `rowIndex`, `values`. Four bytes and a value an entry; read twice,
 * written once.
 */
export function byColumn({ arrays, shape, nnz, components }: StoredMatrix): NamedArrays {
  const { rowStart, colIndex, values } = arrays as {
    readonly rowStart: Int32Array;
    readonly colIndex: Int32Array;
    readonly values: ValueArray;
  };
  const colStart = new Int32Array(shape.cols + 1);
  for (let k = 0; k < nnz; k++) {
    const next = colIndex[k] + 1;
    colStart[next] = colStart[next] + 1;
  }
  for (let j = 0; j < shape.cols; j++) colStart[j + 1] = colStart[j + 1] + colStart[j];
  const next = colStart.slice(0, -1);
  const rowIndex = new Int32Array(nnz);
  const found = values.slice();
  const parts = components ?? 1;
  for (let i = 0; i < shape.rows; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const column = colIndex[k];
      const at = next[column];
      next[column] = at + 1;
      rowIndex[at] = i;
      for (let part = 0; part < parts; part++) found[parts * at + part] = values[parts * k + part];
    }
  }
  return { colStart, rowIndex, values: found };
}

import type { CooMatrix } from '@spmv/core';

/** Where the entries of a matrix are, column by column. */
export interface Pattern {
  /** Rows and columns. */
  readonly n: number;
  /** Entries `start[j]` … `start[j + 1] − 1` are those of column j; n + 1 elements. */
  readonly start: Int32Array;
  readonly row: Int32Array;
}

/** A pattern that knows which entry of the caller each is. */
export interface ColumnPattern extends Pattern {
  /** Entry k is entry `from[k]` of the matrix it was made of. */
  readonly from: Int32Array;
}

/** A square matrix by columns, by a counting sort. O(n + nnz). */
export function columnsOf({ shape, rowIndex, colIndex }: Omit<CooMatrix, 'values'>): ColumnPattern {
  const n = shape.cols;
  const count = colIndex.length;
  const start = new Int32Array(n + 1);
  for (let k = 0; k < count; k++) start[colIndex[k] + 1] = start[colIndex[k] + 1] + 1;
  for (let j = 0; j < n; j++) start[j + 1] = start[j + 1] + start[j];
  const next = start.slice();
  const [row, from] = [new Int32Array(count), new Int32Array(count)];
  for (let k = 0; k < count; k++) {
    const j = colIndex[k];
    const at = next[j];
    next[j] = at + 1;
    row[at] = rowIndex[k];
    from[at] = k;
  }
  return { n, start, row, from };
}

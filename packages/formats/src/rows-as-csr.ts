import type { RowSource, StoredMatrix } from '@spmv/core';
import { forEachBatch } from '@spmv/core';
import type { RowArrays } from './row-checks.ts';

/** Fills the arrays with the rows of a source, one after another. Memory: one batch. */
export function rowsAsCsr(source: RowSource, { arrays }: StoredMatrix<RowArrays>): void {
  const { rowStart, colIndex, values } = arrays;
  const { rowLength } = source;
  for (let i = 0; i < rowLength.length; i++) rowStart[i + 1] = rowStart[i] + rowLength[i];
  forEachBatch(source, (batch) => {
    colIndex.set(batch.colIndex, batch.first);
    values.set(batch.values, batch.first);
  });
}

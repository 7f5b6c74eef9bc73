import type { CooMatrix } from '@spmv/core';

/** Index of the first entry of row `row` or a later one; nnz where there is none. O(log nnz). */
export function firstEntryOfRow({ rowIndex }: CooMatrix, row: number): number {
  let low = 0;
  let high = rowIndex.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rowIndex[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

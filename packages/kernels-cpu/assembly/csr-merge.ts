import { checkRange, element } from '@spmv/kernel-kit/assembly/checked';
import { csrRows } from '@spmv/kernel-kit/assembly/csr-rows';
import { clearPartialSums, setHead, setTail } from '@spmv/kernel-kit/assembly/split-row';
import { dot } from '@spmv/kernel-kit/assembly/dot';

/** Rows that end before step `diagonal` of the merge of row ends with entries 0 … nnz − 1 (Merrill, Garland 2016, §3). */
// @ts-ignore: decorator
@inline
function rowsBefore(rowStart: usize, rows: i32, nnz: i32, diagonal: i32): i32 {
  let low = diagonal > nnz ? diagonal - nnz : 0;
  let high = diagonal < rows ? diagonal : rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<i32>(element<i32>(rowStart, middle + 1)) < diagonal - middle) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * CSR over steps begin … end − 1 of the merge path: a step is one entry or one end of a row, so equal ranges are equal work whatever
 * the rows. Partial sums of rows split by the ends of the range go to `partialSums`.
 */
// @ts-ignore: decorator
@inline
export function csrMerge<T>(
  rowStart: usize, colIndex: usize, values: usize, choice: usize, order: usize, x: usize, y: usize, partialSums: usize,
  rows: i32, nnz: i32, alpha: T, beta: T, begin: i32, end: i32,
): void {
  checkRange(rowStart, 0, rows + 1, 2);
  clearPartialSums(partialSums);
  let i = rowsBefore(rowStart, rows, nnz, begin);
  let k = begin - i;
  const lastRow = rowsBefore(rowStart, rows, nnz, end);
  const lastEntry = end - lastRow;
  if (i < rows && load<i32>(element<i32>(rowStart, i)) < k) {
    const stop = i < lastRow ? load<i32>(element<i32>(rowStart, i + 1)) : lastEntry;
    setHead<T>(partialSums, i, dot<T>(colIndex, values, x, k, stop));
    k = stop;
    if (i == lastRow) return;
    i++;
  }
  if (i < lastRow) {
    csrRows<T>(rowStart, colIndex, values, choice, order, x, y, alpha, beta, i, lastRow);
    k = load<i32>(element<i32>(rowStart, lastRow));
  }
  if (k < lastEntry) setTail<T>(partialSums, lastRow, dot<T>(colIndex, values, x, k, lastEntry));
}

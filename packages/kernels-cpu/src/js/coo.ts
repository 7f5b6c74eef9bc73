import type { JsSpmvArguments, ValueArray } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/** yᵢ ← α·sum + βyᵢ, rounded once; y is not read when β = 0. */
function finishRow(y: ValueArray, i: number, sum: number, alpha: number, beta: number): void {
  y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
}

/**
 * Entries begin..end of a sorted COO matrix. The range writes the rows that begin in it, and the empty rows before each of them
 * (after the last, too, when it ends the matrix); partial sums of rows split by its ends go to `partialSums`. Sums in f64.
 */
export function coo(args: JsSpmvArguments<FormatArrays['coo']>): void {
  const { arrays, x, y, alpha, beta, begin, end, rows, nnz, partialSums } = args;
  const { rowIndex, colIndex, values } = arrays;
  partialSums.headRow = -1;
  partialSums.tailRow = -1;
  let next = begin > 0 ? rowIndex[begin - 1] + 1 : 0;
  let k = begin;
  while (k < end) {
    const i = rowIndex[k];
    for (; next < i; next++) finishRow(y, next, 0, alpha, beta);
    let sum = 0;
    for (; k < end && rowIndex[k] === i; k++) sum += values[k] * x[colIndex[k]];
    if (i < next) {
      partialSums.headRow = i;
      partialSums.headSum = sum;
    } else if (k === end && end < nnz && rowIndex[end] === i) {
      partialSums.tailRow = i;
      partialSums.tailSum = sum;
    } else {
      finishRow(y, i, sum, alpha, beta);
    }
    next = i + 1;
  }
  if (end === nnz) for (; next < rows; next++) finishRow(y, next, 0, alpha, beta);
}

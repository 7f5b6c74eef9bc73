import type { JsSpmvArguments } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/** CSR whose rows end in padding of column −1, over rows begin..end. Stops at the first padding. Sums in f64. */
export function csrPadded({ arrays, x, y, alpha, beta, begin, end }: JsSpmvArguments<FormatArrays['csr']>): void {
  const { rowStart, colIndex, values } = arrays;
  for (let i = begin; i < end; i++) {
    const last = rowStart[i + 1];
    let sum = 0;
    for (let k = rowStart[i]; k < last; k++) {
      const j = colIndex[k];
      if (j < 0) break;
      sum += values[k] * x[j];
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}

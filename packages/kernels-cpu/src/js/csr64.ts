import type { JsSpmvArguments } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/**
 * CSR over rows begin..end, with entry numbers beyond 32 bits. Sums in f64. The loop counts from the row's beginning, within 32 bits: one
 * that counts entries itself leaves the engine's fast path at entry 2^31, and is forty times as slow from there on.
 */
export function csr64({ arrays, x, y, alpha, beta, begin, end }: JsSpmvArguments<FormatArrays['csr64']>): void {
  const { rowStart, colIndex, values } = arrays;
  for (let i = begin; i < end; i++) {
    const first = rowStart[i];
    const length = (rowStart[i + 1] - first) | 0;
    let sum = 0;
    for (let r = 0; r < length; r++) {
      const k = first + r;
      sum += values[k] * x[colIndex[k]];
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}

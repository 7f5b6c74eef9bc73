import type { JsSpmvArguments } from '@spmv/core';
import type { Csr16Arrays } from '../csr16.ts';

/** CSR with 16-bit columns over rows begin..end. Sums in f64. */
export function csr16({ arrays, x, y, alpha, beta, begin, end }: JsSpmvArguments<Csr16Arrays>): void {
  const { rowStart, rowBase, offset, high, values } = arrays;
  for (let i = begin; i < end; i++) {
    const first = rowStart[i];
    const last = rowStart[i + 1];
    const base = rowBase[i];
    let sum = 0;
    if (base >= 0) {
      for (let k = first; k < last; k++) sum += values[k] * x[base + offset[k]];
    } else {
      const shift = ~base - first;
      for (let k = first; k < last; k++) sum += values[k] * x[offset[k] + high[k + shift] * 65536];
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}

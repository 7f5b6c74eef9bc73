import type { JsSpmvArguments } from '@spmv/core';
import type { DiaArrays } from '../dia.ts';

/** Rows begin..end. Sums in f64, rounded once; y is not read when β = 0. */
export function dia({ arrays, rows, x, y, alpha, beta, begin, end }: JsSpmvArguments<DiaArrays>): void {
  const { offset, rowMask, values } = arrays;
  for (let i = begin; i < end; i++) {
    const mask = rowMask[i] as number;
    let sum = 0;
    for (let d = 0; d < offset.length; d++) {
      if (((mask >>> d) & 1) === 1) sum += (values[d * rows + i] as number) * (x[i + (offset[d] as number)] as number);
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[i] as number);
  }
}

import type { JsSpmvArguments } from '@spmv/core';
import type { DiaArrays } from '../dia-layout.ts';

/** Rows begin..end. Sums in f64, rounded once. */
export function dia({ arrays, scalars, rows, x, y, alpha, beta, begin, end }: JsSpmvArguments<DiaArrays>): void {
  const { offset, filled, values } = arrays;
  const words = scalars['words'];
  for (let i = begin; i < end; i++) {
    let sum = 0;
    for (let d = 0; d < offset.length; d++) {
      if (((filled[d * words + (i >>> 5)] >>> (i & 31)) & 1) === 1) sum += values[d * rows + i] * x[i + offset[d]];
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}

/** Columns begin..end of the transposed product: column j has its entry of diagonal d in row j − offset. */
export function diaTransposed(args: JsSpmvArguments<DiaArrays>): void {
  const { arrays, scalars, rows, x, y, alpha, beta, begin, end } = args;
  const { offset, filled, values } = arrays;
  const words = scalars['words'];
  for (let j = begin; j < end; j++) {
    let sum = 0;
    for (let d = 0; d < offset.length; d++) {
      const i = j - offset[d];
      if (i >= 0 && i < rows && ((filled[d * words + (i >>> 5)] >>> (i & 31)) & 1) === 1)
        sum += values[d * rows + i] * x[i];
    }
    y[j] = beta === 0 ? alpha * sum : alpha * sum + beta * y[j];
  }
}

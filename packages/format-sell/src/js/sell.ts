import type { JsSpmvArguments } from '@spmv/core';
import type { SellArrays } from '../sell-layout.ts';

/** Slices begin..end of a sliced matrix, row by row; a row ends at its padding. Sums in f64, rounded once. */
export function sell({ arrays, formatParams, rows, x, y, alpha, beta, begin, end }: JsSpmvArguments<SellArrays>): void {
  const { sliceStart, rowOrder, colIndex, values } = arrays;
  const C = formatParams['C'] as number;
  const sorted = rowOrder.length > 0;
  for (let slice = begin; slice < end; slice++) {
    const start = sliceStart[slice] as number;
    const past = sliceStart[slice + 1] as number;
    const lanes = Math.min(C, rows - slice * C);
    for (let lane = 0; lane < lanes; lane++) {
      const row = sorted ? (rowOrder[slice * C + lane] as number) : slice * C + lane;
      let sum = 0;
      for (let slot = start + lane; slot < past; slot += C) {
        const j = colIndex[slot] as number;
        if (j < 0) break;
        sum += (values[slot] as number) * (x[j] as number);
      }
      y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[row] as number);
    }
  }
}

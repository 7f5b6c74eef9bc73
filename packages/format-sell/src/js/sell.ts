import type { JsSpmvArguments } from '@spmv/core';
import type { SellArrays } from '../sell-layout.ts';

/** Slices begin..end of a sliced matrix, row by row; a row ends at its padding. Sums in f64, rounded once. */
export function sell({ arrays, formatParams, rows, x, y, alpha, beta, begin, end }: JsSpmvArguments<SellArrays>): void {
  const { sliceStart, rowOrder, colIndex, values } = arrays;
  const C = formatParams['C'] as number;
  const sorted = rowOrder.length > 0;
  for (let slice = begin; slice < end; slice++) {
    const start = sliceStart[slice];
    const past = sliceStart[slice + 1];
    const lanes = Math.min(C, rows - slice * C);
    for (let lane = 0; lane < lanes; lane++) {
      const row = sorted ? rowOrder[slice * C + lane] : slice * C + lane;
      let sum = 0;
      for (let slot = start + lane; slot < past; slot += C) {
        const j = colIndex[slot];
        if (j < 0) break;
        sum += values[slot] * x[j];
      }
      y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * y[row];
    }
  }
}

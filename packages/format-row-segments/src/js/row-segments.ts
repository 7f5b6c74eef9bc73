import type { JsSpmvArguments } from '@spmv/core';
import type { RowSegmentsArrays } from '../row-segments-layout.ts';

// A kernel's module imports nothing: these two are what ../segments.ts says.
const DIAGONALS = 1;

function tileRows(left: number): number {
  return left >= 16 ? 16 : 1 << (31 - Math.clz32(left));
}

/** Row segments begin..end, one row at a time. Sums in f64. */
export function rowSegments({ arrays, x, y, alpha, beta, begin, end }: JsSpmvArguments<RowSegmentsArrays>): void {
  const { segmentRow, entryStart, columnStart, kind, column, values } = arrays;
  for (let s = begin; s < end; s++) {
    const last = segmentRow[s + 1];
    const from = columnStart[s];
    const width = columnStart[s + 1] - from;
    const diagonals = kind[s] === DIAGONALS;
    let entry = entryStart[s];
    let i = segmentRow[s];
    while (i < last) {
      // Tiles of a segment of columns are single rows.
      const height = diagonals ? tileRows(last - i) : 1;
      for (let r = 0; r < height; r++, i++) {
        const origin = diagonals ? i : 0;
        let sum = 0;
        for (let k = 0; k < width; k++) sum += values[entry + k * height + r] * x[origin + column[from + k]];
        y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
      }
      entry += height * width;
    }
  }
}

import type { PartialSums, ValueArray } from '@spmv/core';

/** Bytes of one {@link PartialSums} in memory: { headRow: i32, tailRow: i32, headSum: f64, tailSum: f64 }. */
export const PARTIAL_SUMS_BYTES = 24;

/** No partial sums. */
export function emptyPartialSums(): PartialSums {
  return { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
}

/** The partial sums of consecutive ranges: rows and sums, over the same memory. */
export interface PartialSumsViews {
  readonly rows: Int32Array;
  readonly sums: Float64Array;
}

/** Views of the partial sums of `count` ranges at an address that is a multiple of 8. */
export function partialSumsViews(buffer: ArrayBufferLike, address: number, count: number): PartialSumsViews {
  return { rows: new Int32Array(buffer, address, count * 6), sums: new Float64Array(buffer, address, count * 3) };
}

/** Stores the partial sums of range `r`. */
export function storePartialSums({ rows, sums }: PartialSumsViews, r: number, partialSums: PartialSums): void {
  rows[r * 6] = partialSums.headRow;
  rows[r * 6 + 1] = partialSums.tailRow;
  sums[r * 3 + 1] = partialSums.headSum;
  sums[r * 3 + 2] = partialSums.tailSum;
}

/**
 * Adds the partial sums of each split row in the order of ranges and writes y[row] ← α·sum + βy[row]: the end of a pass that splits rows.
 * They are added in f64 and rounded once.
 */
export function addPartialSums(
  { rows, sums }: PartialSumsViews,
  count: number,
  y: ValueArray,
  alpha: number,
  beta: number,
): void {
  let row = -1;
  let sum = 0;
  for (let p = 0; p < 2 * count; p++) {
    const r = p >> 1;
    const found = rows[r * 6 + (p & 1)];
    if (found < 0) continue;
    if (found !== row) {
      if (row >= 0) y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * y[row];
      row = found;
      sum = 0;
    }
    sum += sums[r * 3 + 1 + (p & 1)];
  }
  if (row >= 0) y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * y[row];
}

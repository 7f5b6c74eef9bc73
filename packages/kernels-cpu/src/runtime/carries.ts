import type { Carry, ValueArray } from '@spmv/core';

/** Bytes of one {@link Carry} in memory: { headRow: i32, tailRow: i32, headSum: f64, tailSum: f64 }. */
export const CARRY_BYTES = 24;

/** An empty carry. */
export function emptyCarry(): Carry {
  return { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
}

/** Carries of consecutive ranges as the two kinds of numbers they hold, over one piece of memory. */
export interface CarryViews {
  readonly rows: Int32Array;
  readonly sums: Float64Array;
}

/** Views of `count` carries at an address that is a multiple of 8. */
export function carryViews(buffer: ArrayBufferLike, address: number, count: number): CarryViews {
  return { rows: new Int32Array(buffer, address, count * 6), sums: new Float64Array(buffer, address, count * 3) };
}

/** Stores a carry as range `r`'s. */
export function storeCarry({ rows, sums }: CarryViews, r: number, carry: Carry): void {
  rows[r * 6] = carry.headRow;
  rows[r * 6 + 1] = carry.tailRow;
  sums[r * 3 + 1] = carry.headSum;
  sums[r * 3 + 2] = carry.tailSum;
}

/**
 * Adds the parts of each cut row in order of ranges and writes y[row] ← α·sum + βy[row]: the end of a pass whose ranges cut rows.
 * Sums are added in f64 and rounded once.
 */
export function combineCarries(
  { rows, sums }: CarryViews,
  count: number,
  y: ValueArray,
  alpha: number,
  beta: number,
): void {
  let row = -1;
  let sum = 0;
  for (let part = 0; part < 2 * count; part++) {
    const r = part >> 1;
    const found = rows[r * 6 + (part & 1)] as number;
    if (found < 0) continue;
    if (found !== row) {
      if (row >= 0) y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[row] as number);
      row = found;
      sum = 0;
    }
    sum += sums[r * 3 + 1 + (part & 1)] as number;
  }
  if (row >= 0) y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[row] as number);
}

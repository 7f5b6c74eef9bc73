import type { PartialSums, ValueArray } from '@spmv/core';

/** Bytes of one {@link PartialSums} in memory: { headRow: i32, tailRow: i32, headSum: f64, tailSum: f64, and the imaginary parts of both }. */
export const PARTIAL_SUMS_BYTES = 40;
/** The same in numbers of f64, and in those of i32. */
const [DOUBLES, WORDS] = [PARTIAL_SUMS_BYTES / 8, PARTIAL_SUMS_BYTES / 4];

/** No partial sums. */
export function emptyPartialSums(): PartialSums {
  return { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0, headSumImaginary: 0, tailSumImaginary: 0 };
}

/** The partial sums of consecutive ranges: rows and sums, over the same memory. */
export interface PartialSumsViews {
  readonly rows: Int32Array;
  readonly sums: Float64Array;
}

/** Views of the partial sums of `count` ranges at an address that is a multiple of 8. */
export function partialSumsViews(buffer: ArrayBufferLike, address: number, count: number): PartialSumsViews {
  return {
    rows: new Int32Array(buffer, address, count * WORDS),
    sums: new Float64Array(buffer, address, count * DOUBLES),
  };
}

/** Stores the partial sums of range `r`. */
export function storePartialSums({ rows, sums }: PartialSumsViews, r: number, partialSums: PartialSums): void {
  rows[r * WORDS] = partialSums.headRow;
  rows[r * WORDS + 1] = partialSums.tailRow;
  const { headSumImaginary = 0, tailSumImaginary = 0 } = partialSums;
  sums.set([partialSums.headSum, partialSums.tailSum, headSumImaginary, tailSumImaginary], r * DOUBLES + 1);
}

/** A factor of the host, and its imaginary part where numbers are complex. */
export type HostScalar = readonly [real: number, imaginary?: number];

/** y[row] ← α·sum + βy[row]; y is not read when β = 0. */
function finish(y: ValueArray, row: number, sum: number, alpha: number, beta: number): void {
  y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * y[row];
}

/** One part of z·w. A z without an imaginary part multiplies as a real number. */
function partOfProduct([real, imaginary = 0]: HostScalar, w: number, other: number, c: number): number {
  if (imaginary === 0) return real * w;
  return c === 0 ? real * w - imaginary * other : real * w + imaginary * other;
}

/** The same in pairs. */
function finishPair(
  y: ValueArray,
  row: number,
  sum: number,
  imaginary: number,
  alpha: HostScalar,
  beta: HostScalar,
): void {
  const isRead = beta.some((part) => part !== 0);
  const [old, oldImaginary] = isRead ? [y[2 * row], y[2 * row + 1]] : [0, 0];
  for (const [c, one, other, was, wasOther] of [
    [0, sum, imaginary, old, oldImaginary],
    [1, imaginary, sum, oldImaginary, old],
  ] as const) {
    const scaled = partOfProduct(alpha, one, other, c);
    y[2 * row + c] = isRead ? scaled + partOfProduct(beta, was, wasOther, c) : scaled;
  }
}

/**
 * Adds the partial sums of each split row in the order of ranges and writes y[row] ← α·sum + βy[row]: the end of a pass that splits rows.
 * They are added in f64 and rounded once. Factors with imaginary parts are those of pairs.
 */
export function addPartialSums(
  { rows, sums }: PartialSumsViews,
  count: number,
  y: ValueArray,
  alpha: HostScalar,
  beta: HostScalar,
): void {
  let row = -1;
  let [sum, imaginary] = [0, 0];
  const end = (): void => {
    if (row < 0) return;
    if (alpha.length === 1) finish(y, row, sum, alpha[0], beta[0]);
    else finishPair(y, row, sum, imaginary, alpha, beta);
  };
  for (let p = 0; p < 2 * count; p++) {
    const r = p >> 1;
    const found = rows[r * WORDS + (p & 1)];
    if (found < 0) continue;
    if (found !== row) {
      end();
      row = found;
      [sum, imaginary] = [0, 0];
    }
    const at = r * DOUBLES + 1 + (p & 1);
    sum += sums[at];
    imaginary += sums[at + 2];
  }
  end();
}

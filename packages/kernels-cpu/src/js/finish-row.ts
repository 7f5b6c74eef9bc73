import type { ValueArray } from '@spmv/core';

/** yᵢ ← α·sum + βyᵢ, rounded once; y is not read when β = 0. */
export function finishRow(y: ValueArray, i: number, sum: number, alpha: number, beta: number): void {
  y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[i] as number);
}

import type { ValueArray } from '@spmv/core';

/** The power of two that brings the largest |bᵢ| to 1 … 2, so that no square of them leaves the range; 1 for b = 0. */
export function scaleOf(b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < b.length; i++) {
    const value = b[i] as number;
    if (value > largest) largest = value;
    else if (-value > largest) largest = -value;
  }
  if (largest === 0) return 1;
  // 2^1023 is the largest power that is a number; the smallest b stay below 1 then.
  return 2 ** Math.max(-1022, Math.min(1023, -Math.floor(Math.log2(largest))));
}

/** γx as numbers in f64. A loop: a callback for each element takes longer than many iterations of a device. */
export function scaled(x: ArrayLike<number>, gamma: number): Float64Array<ArrayBuffer> {
  const found = new Float64Array(x.length);
  for (let i = 0; i < found.length; i++) found[i] = (x[i] as number) * gamma;
  return found;
}

/** x ← x / γ, in its own precision. */
export function divide<X extends ValueArray>(x: X, gamma: number): X {
  if (gamma !== 1) for (let i = 0; i < x.length; i++) x[i] = (x[i] as number) / gamma;
  return x;
}

/** ‖x‖ of numbers whose squares are in range. */
export function normOf(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += (x[i] as number) ** 2;
  return Math.sqrt(sum);
}

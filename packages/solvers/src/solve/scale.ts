import type { ValueArray } from '@spmv/core';

/** The largest magnitude; 0 of nothing. */
export function largestOf(x: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const value = x[i];
    if (value > largest) largest = value;
    else if (-value > largest) largest = -value;
  }
  return largest;
}

/** k for which 2^k brings a positive number to 1 … 2; 0 for 0. */
export function exponentFor(largest: number): number {
  if (largest === 0) return 0;
  // Logarithms of subnormal numbers are exact enough: that of one just below a power of two is that power at worst.
  return -Math.floor(Math.log2(largest));
}

/** value·2^k for any k: no factor leaves the range before the result does. */
export function shifted(value: number, k: number): number {
  if (Math.abs(k) <= 1000) return value * 2 ** k;
  const half = Math.trunc(k / 2);
  return value * 2 ** half * 2 ** (k - half);
}

/** 2^k·x as numbers in f64. A loop: a callback for each element takes longer than many iterations of a device. */
export function shift(x: ArrayLike<number>, k: number): Float64Array<ArrayBuffer> {
  const found = new Float64Array(x.length);
  for (let i = 0; i < found.length; i++) found[i] = shifted(x[i], k);
  return found;
}

/** x ← 2^k·x, in its own precision. */
export function shiftIn<X extends ValueArray>(x: X, k: number): X {
  if (k !== 0) for (let i = 0; i < x.length; i++) x[i] = shifted(x[i], k);
  return x;
}

/** Squares of numbers in this range lose nothing. */
const [LEAST, MOST] = [1e-140, 1e140];

/** ‖x‖, also where squares leave the range. */
export function normOf(x: ArrayLike<number>): number {
  const largest = largestOf(x);
  if (largest === 0 || !Number.isFinite(largest)) return largest;
  const k = largest > LEAST && largest < MOST ? 0 : exponentFor(largest);
  let sum = 0;
  if (k === 0) for (let i = 0; i < x.length; i++) sum += x[i] * x[i];
  else for (let i = 0; i < x.length; i++) sum += shifted(x[i], k) ** 2;
  return shifted(Math.sqrt(sum), -k);
}

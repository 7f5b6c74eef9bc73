import type { ValueArray } from '@spmv/core';

/** The numbers in f64: a loop that meets arrays of several types takes six times as long. */
const doublesOf = (x: ArrayLike<number>): Float64Array => (x instanceof Float64Array ? x : Float64Array.from(x));

/** The largest magnitude; 0 of nothing. Four at a time: one comparison after the other takes twice as long. */
export function largestOf(given: ArrayLike<number>): number {
  const x = doublesOf(given);
  const whole = x.length - (x.length % 4);
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < whole; i += 4) {
    const a = Math.abs(x[i]);
    const b = Math.abs(x[i + 1]);
    const c = Math.abs(x[i + 2]);
    const d = Math.abs(x[i + 3]);
    if (a > first) first = a;
    if (b > second) second = b;
    if (c > third) third = c;
    if (d > fourth) fourth = d;
  }
  for (let i = whole; i < x.length; i++) if (Math.abs(x[i]) > first) first = Math.abs(x[i]);
  return Math.max(first, second, third, fourth);
}

/** Whether all are finite. A loop, as in the others: a callback for each element takes as long as an iteration of a device. */
export function areFinite(given: ArrayLike<number>): boolean {
  const x = doublesOf(given);
  for (let i = 0; i < x.length; i++) if (!Number.isFinite(x[i])) return false;
  return true;
}

/** k for which 2^k brings a positive number to 1 … 2; 0 for 0. */
export function exponentFor(largest: number): number {
  if (largest === 0) return 0;
  // Logarithms of subnormal numbers are exact enough: that of one just below a power of two is that power at worst.
  return -Math.floor(Math.log2(largest));
}

/** 2^k as two factors, for any k: x times the first leaves no range before the result does. A power for each element takes longer than many iterations of a device. */
function factorsOf(k: number): readonly [number, number] {
  if (Math.abs(k) <= 1000) return [2 ** k, 1];
  const half = Math.trunc(k / 2);
  return [2 ** half, 2 ** (k - half)];
}

/** value·2^k for any k: no factor leaves the range before the result does. */
export function shifted(value: number, k: number): number {
  const [first, second] = factorsOf(k);
  return value * first * second;
}

/** 2^k·x as numbers in f64. */
export function shift(given: ArrayLike<number>, k: number): Float64Array<ArrayBuffer> {
  const x = doublesOf(given);
  const found = new Float64Array(x.length);
  const [first, second] = factorsOf(k);
  for (let i = 0; i < x.length; i++) found[i] = x[i] * first * second;
  return found;
}

/** x ← 2^k·x, in its own precision. */
export function shiftIn<X extends ValueArray>(x: X, k: number): X {
  if (k !== 0) x.set(shift(x, k));
  return x;
}

/** Squares of numbers in this range lose nothing. */
const [LEAST, MOST] = [1e-140, 1e140];

/** ‖x‖, also where squares leave the range. `largest`: its largest magnitude, where that is known. */
export function normOf(given: ArrayLike<number>, largest: number = largestOf(given)): number {
  const x = doublesOf(given);
  if (largest === 0 || !Number.isFinite(largest)) return largest;
  const k = largest > LEAST && largest < MOST ? 0 : exponentFor(largest);
  const [first, second] = factorsOf(k);
  let sum = 0;
  for (let i = 0; i < x.length; i++) {
    const value = x[i] * first * second;
    sum += value * value;
  }
  return shifted(Math.sqrt(sum), -k);
}

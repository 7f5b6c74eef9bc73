import type { Reference } from './reference.ts';

/** A magnitude, value · 2^exponent, that may be beyond the range of f64 at either end. */
export interface Sized {
  readonly value: number;
  readonly exponent: number;
}

const ZERO: Sized = { value: 0, exponent: 0 };

/** |value| · 2^exponent; 0 for what is not finite. */
export function sized(value: number, exponent = 0): Sized {
  const size = Math.abs(value);
  if (size === 0 || !Number.isFinite(size)) return ZERO;
  // Between these a power of two and its reciprocal are numbers.
  const shift = Math.max(-1000, Math.min(1000, Math.floor(Math.log2(size))));
  return { value: size * 2 ** -shift, exponent: exponent + shift };
}

export function timesSized(a: Sized, b: Sized): Sized {
  return a.value === 0 || b.value === 0 ? ZERO : { value: a.value * b.value, exponent: a.exponent + b.exponent };
}

export function addSized(a: Sized, b: Sized): Sized {
  if (a.value === 0 || b.value === 0) return a.value === 0 ? b : a;
  const exponent = Math.max(a.exponent, b.exponent);
  return { value: a.value * 2 ** (a.exponent - exponent) + b.value * 2 ** (b.exponent - exponent), exponent };
}

/** It as a number, infinite beyond f64. */
export function numberOf({ value, exponent }: Sized): number {
  // In two steps: 2^exponent alone may leave the range.
  const half = Math.trunc(exponent / 2);
  return value === 0 ? 0 : value * 2 ** half * 2 ** (exponent - half);
}

/** It as `magnitude` and `exponent` of a reference: the exponent is 0 within f64. */
export function putMagnitude(size: Sized, reference: Reference, i: number): void {
  const within = numberOf(size);
  reference.magnitude[i] = Number.isFinite(within) ? within : size.value;
  reference.exponent[i] = Number.isFinite(within) ? 0 : size.exponent;
}

import type { Reference } from './reference.ts';
import type { Sized } from './sized.ts';
import { numberOf, sized } from './sized.ts';

/** Up to here neither a product of two numbers nor a sum of 2^31 such products leaves the range of f64. */
const LARGE = 2 ** 490;

/** Whether a finite number is so large that products of it have to be computed in integers. */
export function isLarge(value: number): boolean {
  return Math.abs(value) >= LARGE && Number.isFinite(value);
}

/** |value|, or 0 where that is not finite. */
export const finiteSize = (value: number): number => (Number.isFinite(value) ? Math.abs(value) : 0);

/** Whether element i of a reference, or what its error is judged by, is. */
export function isLargeRow({ high, magnitude, exponent }: Reference, i: number): boolean {
  return exponent[i] !== 0 || isLarge(high[i] as number) || isLarge(magnitude[i] as number);
}

/** The one or two numbers whose sum element i of a reference is. */
export function wordsOf({ high, low }: Reference, i: number): readonly number[] {
  const first = high[i] as number;
  return low[i] === 0 || !Number.isFinite(first) ? [first] : [first, low[i] as number];
}

/** The magnitude of element i: the sum of those of its terms. */
export function magnitudeOf({ magnitude, exponent }: Reference, i: number): Sized {
  return sized(magnitude[i] as number, exponent[i]);
}

/** What element i passes through at most, before and after it is scaled. */
export function passedThrough(reference: Reference, i: number): number {
  const { partial, magnitude, exponent } = reference;
  const whole = exponent[i] === 0 ? finiteSize(magnitude[i] as number) : numberOf(magnitudeOf(reference, i));
  return Math.max(partial[i] as number, whole);
}

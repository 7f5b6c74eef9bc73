import { expect } from 'vitest';
import { isSpmvError, type SpmvError } from '@spmv/core';

/** The error `action` throws, which must be one of this package. */
export function errorOf(action: () => unknown): SpmvError {
  try {
    action();
  } catch (error) {
    expect(isSpmvError(error), String(error)).toBe(true);
    return error as SpmvError;
  }
  throw new Error('nothing was thrown');
}

export async function rejectionOf(promise: Promise<unknown>): Promise<SpmvError> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isSpmvError(outcome), String(outcome)).toBe(true);
  return outcome as SpmvError;
}

/** The chunks of `bytes` cut at the given places. */
export function cutAt(bytes: Uint8Array, ...places: readonly number[]): readonly Uint8Array[] {
  const edges = [0, ...places, bytes.length];
  return edges.slice(1).map((edge, k) => bytes.slice(edges[k], edge));
}

export function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Sums make NaNs of either sign, and JavaScript promises none. */
const CANONICAL_NAN = 0x7ff8_0000_0000_0000n;

/** Bits of a float64, so that −0 and rounding show; every NaN has the same. */
export function bitsOf(values: Float64Array): BigUint64Array {
  const bits = new BigUint64Array(values.slice().buffer as ArrayBuffer);
  return bits.map((word, k) => (Number.isNaN(values[k]) ? CANONICAL_NAN : word));
}

/** A generator of uniform numbers in [0, 1), the same for the same seed (Marsaglia's xorshift, 32 bits). */
export function seeded(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

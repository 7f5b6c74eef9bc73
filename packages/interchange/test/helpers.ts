import { isSpmvError, type SpmvError } from '@spmv/core';
import { expect } from 'vitest';
import { fromBase64 } from '../tools/bytes.ts';

/** The error a promise rejects with, which must be one of this package. */
export async function rejectionOf(promise: Promise<unknown>): Promise<SpmvError> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(isSpmvError(outcome), String(outcome)).toBe(true);
  return outcome as SpmvError;
}

/** Bits of float64, so that −0 shows; every NaN has the same. */
export function bitsOf(values: Float64Array): readonly bigint[] {
  const canonical = values.map((value) => (Number.isNaN(value) ? NaN : value));
  return [...new BigUint64Array(canonical.buffer, 0, canonical.length)];
}

/** The bits of numbers that were recorded as little-endian float64. */
export function recordedBits(text: string): readonly bigint[] {
  return bitsOf(new Float64Array(fromBase64(text).buffer));
}

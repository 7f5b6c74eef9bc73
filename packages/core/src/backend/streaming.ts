import type { Cut } from '../format/striped-matrix.ts';
import type { DeviceInfo } from './device-info.ts';

/** What a product copies to the device because its matrix does not stay there, and how fast that can be at most. */
export interface Streaming {
  /** Pieces that are copied one after another, each while the one before is multiplied. */
  readonly pieces: number;
  /** Bytes that a product copies. */
  readonly bytes: number;
  /** Rate of such copies without a product beside them, measured when the operator was prepared. */
  readonly bytesPerSecond: number;
}

/** Milliseconds that a product takes at the least. */
export function leastMs({ bytes, bytesPerSecond }: Streaming): number {
  return (bytes / bytesPerSecond) * 1000;
}

/** Share of a device's memory that a matrix and its operands may take: what kernels add to a matrix, and the driver, need the rest. */
const MOST_OF_MEMORY = 0.9;

/**
 * How a matrix that takes `bytes` beside operands of `operandBytes` has to be cut for a device; undefined where the device holds it whole, or says nothing of its
 * memory (`memoryBytes` and `maxStripeBytes` among its limits).
 */
export function cutFor({ limits }: Pick<DeviceInfo, 'limits'>, bytes: number, operandBytes: number): Cut | undefined {
  const { memoryBytes, maxStripeBytes } = limits;
  if (memoryBytes === undefined || maxStripeBytes === undefined) return undefined;
  return bytes + operandBytes <= MOST_OF_MEMORY * memoryBytes ? undefined : { maxStripeBytes };
}

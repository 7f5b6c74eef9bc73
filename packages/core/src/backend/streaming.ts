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

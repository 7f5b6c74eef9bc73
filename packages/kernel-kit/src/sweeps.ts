import type { KernelContext } from '@spmv/core';

/** Bytes of scratch memory that a kernel takes beside its operands, all workers together, as long as that holds one vector. */
const MOST_BYTES = 2 ** 28;
/** Vectors of a sweep where memory allows more: a line of so many f64 is what registers hold, twice. */
const MOST_VECTORS = 32;

/** Vectors `from` … `from` + `count` − 1. */
export interface Sweep {
  readonly from: number;
  readonly count: number;
}

/** How a product is divided over its vectors. */
export interface Sweeps {
  /** Room of a sweep. */
  readonly width: number;
  readonly sweeps: readonly Sweep[];
}

/** Sweeps over all vectors, one of which takes `bytes` bytes of scratch memory: as wide as 256 MiB of it allow, and at least one vector. */
export function sweepsOf({ sizes }: Pick<KernelContext, 'sizes'>, bytes: number): Sweeps {
  const vectors = sizes['vectors'] ?? 0;
  const fitting = Math.min(MOST_VECTORS, Math.max(1, Math.floor(MOST_BYTES / Math.max(1, bytes))));
  // Whole vectors of SIMD, where there is room for several.
  const width = Math.min(vectors, fitting >= 4 ? fitting - (fitting % 4) : fitting);
  const sweeps = Array.from({ length: Math.ceil(vectors / Math.max(1, width)) }, (_, s) => ({
    from: s * width,
    count: Math.min(width, vectors - s * width),
  }));
  return { width, sweeps };
}

import type { Partition } from '@spmv/core';

/** Elements of a block at least: a microsecond's work. */
const LEAST = 1024;
/** Blocks at most, so that adding up their sums takes no time. */
const MOST = 512;

/**
 * Blocks of elements on CPUs. Each has sums of its own, which a last pass adds up in their order: it makes no difference which worker had which. They depend on
 * the number of elements alone.
 */
export interface ElementBlocks {
  readonly size: number;
  readonly count: number;
}

/** The blocks of n elements: whole cache lines in each. */
export function elementBlocks(n: number): ElementBlocks {
  const size = Math.max(LEAST, Math.ceil(n / MOST / 64) * 64);
  return { size, count: Math.ceil(n / size) };
}

/** A pass over the blocks. */
export function byElementBlocks({ count }: ElementBlocks): Partition {
  return { unit: 'blocks', count };
}

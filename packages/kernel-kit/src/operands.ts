import type { BufferName } from '@spmv/core';

/**
 * An array that a kernel reads, as authors name it: `rowStart` of the stored matrix, `auxiliary.tiles` of what `analyse` made,
 * `scratch.partials` of scratch memory.
 */
export type ArrayName = string;

/** What a program calls that array. */
export function bufferOf(name: ArrayName): BufferName {
  return name.startsWith('auxiliary.') || name.startsWith('scratch.') ? name : `A.${name}`;
}

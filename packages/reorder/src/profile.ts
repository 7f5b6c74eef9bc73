import type { CooMatrix } from '@spmv/core';

/** How near to the diagonal entries are, in A + Aᵀ. */
export interface Profile {
  /** The largest |i − j| of an entry. */
  readonly bandwidth: number;
  /** Σ of i − the first column of row i up to the diagonal: what a triangle by skylines stores beside it. */
  readonly profile: number;
}

/** By the positions of the entries. O(entries). */
export function profileOf({ shape, rowIndex, colIndex }: CooMatrix): Profile {
  const first = Int32Array.from({ length: Math.max(shape.rows, shape.cols) }, (_, i) => i);
  let bandwidth = 0;
  for (let k = 0; k < rowIndex.length; k++) {
    const [i, j] = [rowIndex[k], colIndex[k]];
    const [low, high] = i < j ? [i, j] : [j, i];
    bandwidth = Math.max(bandwidth, high - low);
    if (low < first[high]) first[high] = low;
  }
  let profile = 0;
  for (let i = 0; i < first.length; i++) profile += i - first[i];
  return { bandwidth, profile };
}

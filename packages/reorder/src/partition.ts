import type { Bounds } from './division.ts';

/** Rows in parts, and an order that has the rows of a part beside each other. */
export interface RowPartition {
  /** `order[k]` is the row that comes to place k; within a part rows keep their order. */
  readonly order: Int32Array;
  /** Part p has the places `bounds[p]` … `bounds[p + 1] − 1`. */
  readonly bounds: Bounds;
}

/** The partition in which row i is of part `partOf[i]`, a number from 0 to `parts` − 1. O(rows + parts). */
export function partitionOf(partOf: ArrayLike<number>, parts: number): RowPartition {
  const bounds = new Int32Array(parts + 1);
  for (let i = 0; i < partOf.length; i++) {
    const after = partOf[i] + 1;
    bounds[after] = bounds[after] + 1;
  }
  for (let p = 0; p < parts; p++) bounds[p + 1] = bounds[p + 1] + bounds[p];
  const order = new Int32Array(partOf.length);
  const next = bounds.slice();
  for (let i = 0; i < partOf.length; i++) {
    const p = partOf[i];
    const at = next[p];
    order[at] = i;
    next[p] = at + 1;
  }
  return { order, bounds };
}

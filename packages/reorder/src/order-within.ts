import type { CooMatrix } from '@spmv/core';
import type { RowPartition } from './partition.ts';
import { reverseCuthillMckee } from './reverse-cuthill-mckee.ts';

/**
 * The same parts, in the same places, and inside each of them the rows in the order of reverse Cuthill–McKee on the entries whose row and column both are of the part. What parts exchange stays the same; a product finds what it reads of x
 * nearer to where it read before.
 *
 * Square matrices. O(entries), as of {@link reverseCuthillMckee}. Errors: `OPERAND.MATRIX` where the matrix is not square.
 */
export function orderWithin(coo: CooMatrix, { order, bounds }: RowPartition): RowPartition {
  const parts = bounds.length - 1;
  const partOf = new Int32Array(order.length);
  for (let p = 0; p < parts; p++) for (let at = bounds[p]; at < bounds[p + 1]; at++) partOf[order[at]] = p;
  const { shape, rowIndex, colIndex } = coo;
  const isInside = (k: number): boolean => partOf[rowIndex[k]] === partOf[colIndex[k]];
  let count = 0;
  for (let k = 0; k < rowIndex.length; k++) if (isInside(k)) count++;
  const [rows, cols] = [new Int32Array(count), new Int32Array(count)];
  for (let k = 0, to = 0; k < rowIndex.length; k++) {
    if (!isInside(k)) continue;
    rows[to] = rowIndex[k];
    cols[to++] = colIndex[k];
  }
  const near = reverseCuthillMckee({ shape, rowIndex: rows, colIndex: cols, values: new Float64Array(0) });
  // Parts of the graph come in any order: each row goes to the next place of its part.
  const next = Int32Array.from(bounds);
  const found = new Int32Array(order.length);
  for (const i of near) {
    const p = partOf[i];
    const place = next[p];
    found[place] = i;
    next[p] = place + 1;
  }
  return { order: found, bounds };
}

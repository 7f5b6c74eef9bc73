import type { CooMatrix } from '../data/coo.ts';
import { occupiedRowsOf } from '../data/csr-view.ts';

/**
 * Distinct aligned sectors of x that the entries of a row lie in, on average over all rows: what a product without caches reads of x. Element j
 * lies in sector ⌊j·elementBytes / sectorBytes⌋. 0 for a matrix without rows. Reads a canonical COO matrix; O(nnz).
 */
export function sectorsPerRow(coo: CooMatrix, elementBytes = 8, sectorBytes = 32): number {
  const { colIndex, shape } = coo;
  const { start } = occupiedRowsOf(coo);
  const perSector = sectorBytes / elementBytes;
  let sectors = 0;
  for (let r = 0; r + 1 < start.length; r++) {
    const end = start[r + 1] as number;
    let last = -1;
    for (let k = start[r] as number; k < end; k++) {
      const sector = Math.floor((colIndex[k] as number) / perSector);
      // Columns of a row increase, so the same sector is not met again.
      if (sector !== last) sectors++;
      last = sector;
    }
  }
  return shape.rows === 0 ? 0 : sectors / shape.rows;
}

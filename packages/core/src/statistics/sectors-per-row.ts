import type { CooMatrix } from '../data/coo.ts';

/**
 * Distinct aligned sectors of x that the entries of a row lie in, on average over all rows: what a product without caches reads of x. Element j
 * lies in sector ⌊j·elementBytes / sectorBytes⌋. 0 for a matrix without rows. Reads a canonical COO matrix; O(nnz).
 */
export function sectorsPerRow(coo: CooMatrix, elementBytes = 8, sectorBytes = 32): number {
  const { rowIndex, colIndex, shape } = coo;
  const perSector = sectorBytes / elementBytes;
  let sectors = 0;
  let row = -1;
  let last = -1;
  for (let k = 0; k < colIndex.length; k++) {
    const sector = Math.floor((colIndex[k] as number) / perSector);
    // Columns of a row increase, so the same sector is not met again.
    if (rowIndex[k] !== row || sector !== last) sectors++;
    row = rowIndex[k] as number;
    last = sector;
  }
  return shape.rows === 0 ? 0 : sectors / shape.rows;
}

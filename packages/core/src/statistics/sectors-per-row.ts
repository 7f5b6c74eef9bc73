import type { AnyCoo } from '../data/coo.ts';
import { occupiedRowsOf, rowStartOf } from '../data/csr-view.ts';

/** Rows from … to − 1. */
export type RowRange = readonly [from: number, to: number];

/**
 * Distinct aligned sectors of x that the entries of a row lie in, on average over all rows, or over those of `ranges`: what a product without caches reads of x. Element j
 * lies in sector ⌊j·elementBytes / sectorBytes⌋. 0 where there are no rows. Reads a canonical COO matrix; O(nnz), or of `ranges` O(their entries) where `rowStart` is there.
 */
export function sectorsPerRow(coo: AnyCoo, elementBytes = 8, sectorBytes = 32, ranges?: readonly RowRange[]): number {
  const { colIndex, shape } = coo;
  const start = ranges ? (coo.rowStart ?? rowStartOf(coo)) : occupiedRowsOf(coo).start;
  const perSector = sectorBytes / elementBytes;
  let sectors = 0;
  for (const [from, to] of ranges ?? [[0, start.length - 1]]) {
    for (let r = from; r < to; r++) {
      const end = start[r + 1] as number;
      let last = -1;
      for (let k = start[r] as number; k < end; k++) {
        const sector = Math.floor((colIndex[k] as number) / perSector);
        // Columns of a row increase, so the same sector is not met again.
        if (sector !== last) sectors++;
        last = sector;
      }
    }
  }
  const rows = ranges ? ranges.reduce((sum, [from, to]) => sum + to - from, 0) : shape.rows;
  return rows === 0 ? 0 : sectors / rows;
}

import type { CooMatrix, Shape } from '@spmv/core';
import { firstEntryOfRow } from './first-entry.ts';

/** Cells along a side of a tile. */
export const TILE_CELLS = 256;

/**
 * A tile of the picture of a matrix. A cell of level s is a square of 2^s × 2^s positions, so that no grid appears that is not in the
 * matrix; the tile at (`row`, `col`) has the rows from `row`·256·2^s on.
 */
export interface TileAddress {
  readonly level: number;
  readonly row: number;
  readonly col: number;
}

/** Entries in each cell of a tile, row by row; length 256². */
export interface DensityTile extends TileAddress {
  readonly counts: Uint32Array;
}

/** The level at which one tile shows all of a matrix. */
export function topLevel({ rows, cols }: Shape): number {
  let level = 0;
  while (TILE_CELLS * 2 ** level < Math.max(rows, cols)) level++;
  return level;
}

/** Visits the entries of a tile, each with its cell. O(log nnz + entries of its rows). */
function visitTile(
  coo: CooMatrix,
  { level, row, col }: TileAddress,
  visit: (cell: number, entry: number) => void,
): void {
  const size = 2 ** level;
  const side = TILE_CELLS * size;
  const firstRow = row * side;
  const firstCol = col * side;
  const end = firstEntryOfRow(coo, Math.min(firstRow + side, coo.shape.rows));
  const { rowIndex, colIndex } = coo;
  for (let k = firstEntryOfRow(coo, firstRow); k < end; k++) {
    const column = (colIndex[k] as number) - firstCol;
    if (column < 0 || column >= side) continue;
    visit((((rowIndex[k] as number) - firstRow) >>> level) * TILE_CELLS + (column >>> level), k);
  }
}

/** Counts the entries of a tile. O(log nnz + entries of its rows). */
export function densityTile(coo: CooMatrix, address: TileAddress): DensityTile {
  const counts = new Uint32Array(TILE_CELLS * TILE_CELLS);
  visitTile(coo, address, (cell) => {
    counts[cell] = (counts[cell] as number) + 1;
  });
  return { ...address, counts };
}

/**
 * log₁₀ |aᵢⱼ| of the largest entry in each cell of a tile: −∞ where all are zeros, ∞ where one is not finite, NaN where there is none.
 * O(log nnz + entries of its rows).
 */
export function sizeTile(coo: CooMatrix, address: TileAddress): Float32Array {
  const sizes = new Float32Array(TILE_CELLS * TILE_CELLS).fill(NaN);
  visitTile(coo, address, (cell, k) => {
    const value = coo.values[k] as number;
    const size = Number.isFinite(value) ? Math.log10(Math.abs(value)) : Infinity;
    // A comparison with NaN, which is no entry, is false.
    if (!((sizes[cell] as number) >= size)) sizes[cell] = size;
  });
  return sizes;
}

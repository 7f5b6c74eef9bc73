import type { NamedArrays, Params, SpmvKernel, StoredMatrix } from '@spmv/core';
import { cudaKernel, valueBytes } from './cuda-kernel.ts';
import { blockSizeAxis, WARP } from './launch-shape.ts';
import { createSplitRows } from './split-rows.ts';

export interface CsrBalancedParams extends Params {
  readonly capacity: number;
  readonly blockSize: number;
}

/**
 * Tiles (rowBegin, rowEnd, entryBegin, entryEnd) of at most `capacity` entries and rows; rowEnd = rowBegin for a piece of a row above
 * `capacity`, whose place (slot, group) is in `places`. Every row is in one tile, or in its pieces.
 */
export function tilesOf(rowStart: Int32Array, capacity: number): { readonly tiles: Int32Array; readonly places: Int32Array; readonly groups: Int32Array } {
  const tiles: number[] = [];
  const places: number[] = [];
  const split = createSplitRows();
  const rows = rowStart.length - 1;
  let first = 0;
  const close = (row: number): void => {
    if (row === first) return;
    tiles.push(first, row, rowStart[first] as number, rowStart[row] as number);
    places.push(-1, -1);
  };
  for (let row = 0; row < rows; row++) {
    const begin = rowStart[row] as number;
    const end = rowStart[row + 1] as number;
    if (end - begin > capacity) {
      close(row);
      const group = split.begin();
      for (let k = begin; k < end; k += capacity) {
        tiles.push(row, row, k, Math.min(k + capacity, end));
        places.push(split.part(), group);
      }
      first = row + 1;
    } else if (end - (rowStart[first] as number) > capacity || row - first >= capacity) {
      close(row);
      first = row;
    }
  }
  close(rows);
  return { tiles: Int32Array.from(tiles), places: Int32Array.from(places), groups: Int32Array.from(split.groups) };
}

/** Four tiles a multiprocessor for a small matrix, then ever larger ones. */
function suggestCapacity(nnz: number, multiprocessors: number): number {
  let capacity = 256;
  while (capacity < 2048 && capacity * 4 * multiprocessors < nnz) capacity *= 2;
  return capacity;
}

/**
 * y ← αAx + βy over CSR in tiles of equal work, one block a tile: products of a tile are formed with coalesced loads and added up row
 * by row in shared memory; a row longer than a tile is cut into pieces that whoever finishes last adds in order. Reads A once. No row
 * pattern unbalances it; no atomic addition; one launch.
 */
export const csrBalanced: SpmvKernel<'cuda', CsrBalancedParams> = cudaKernel<CsrBalancedParams>({
  name: 'csr-balanced',
  format: 'csr',
  title: 'CSR in tiles of equal work',
  sources: [{ title: 'J. L. Greathouse, M. Daga, Efficient sparse matrix-vector multiplication on GPUs using the CSR storage format, SC 2014' }],
  params: {
    axes: {
      capacity: { values: [256, 512, 1024, 2048, 4096], default: 1024, doc: 'Most entries of a tile.' },
      blockSize: blockSizeAxis,
    },
    suggest: ({ matrix, device }) => {
      const capacity = suggestCapacity(matrix.nnz, device.limits['multiprocessors'] ?? 100);
      return { capacity, blockSize: capacity >= 1024 ? 256 : 128 };
    },
    reject: ({ capacity, blockSize }) => (capacity * 8 < blockSize ? 'a tile would be smaller than an eighth of the block' : undefined),
  },
  analyse: (matrix: StoredMatrix, _context, { capacity }): NamedArrays => tilesOf(matrix.arrays['rowStart'] as Int32Array, capacity) as unknown as NamedArrays,
  launch: (context, { capacity, blockSize }) => {
    const pieces = 2 * Math.ceil(context.matrix.nnz / capacity) + 2;
    return {
      entryPoint: 'csr_balanced',
      grid: { elements: 'auxiliary.tiles', perBlock: 4 },
      block: [blockSize, 1, 1],
      sharedBytes: Math.max(capacity, WARP) * valueBytes(context),
      arguments: [
        'auxiliary.tiles', 'auxiliary.places', 'matrix.rowStart', 'matrix.colIndex', 'matrix.values', 'auxiliary.groups', 'scratch.parts', 'scratch.tickets',
        'x', 'y', 'alpha', 'beta',
      ],
      scratch: { parts: pieces * valueBytes(context), tickets: pieces * 4 },
    };
  },
});

import type { NamedArrays, Params, Kernel, StoredMatrix } from '@spmv/core';
import {
  cudaBlockSizeAxis,
  cudaKernel,
  cudaModules,
  oneDimensional,
  sumsAsStored,
  valueBytes,
  WARP,
} from '@spmv/kernel-kit';
import { vazquez } from './sources.ts';

export interface CooParams extends Params {
  readonly perWarp: number;
  readonly blockSize: number;
}

/**
 * For each tile of `perWarp` entries (headSlot, headBefore, tailSlot, 0): headSlot where its first row began before it, headBefore
 * the number of earlier partial sums where that row ends in it, tailSlot where its last row began in it and goes on; else −1, 0, −1.
 */
export function cooTilesOf(rowIndex: Int32Array, perWarp: number): Int32Array {
  const nnz = rowIndex.length;
  const count = Math.ceil(nnz / perWarp);
  const tiles = new Int32Array(4 * count);
  let slot = 0;
  let before = 0;
  for (let w = 0; w < count; w++) {
    const begin = w * perWarp;
    const end = Math.min(begin + perWarp, nnz);
    const fromBefore = begin > 0 && rowIndex[begin] === rowIndex[begin - 1];
    const goesOn = end < nnz && rowIndex[end] === rowIndex[end - 1];
    const oneRow = rowIndex[begin] === rowIndex[end - 1];
    const ends = fromBefore && !(oneRow && goesOn);
    tiles[4 * w] = fromBefore ? slot : -1;
    tiles[4 * w + 1] = ends ? before : 0;
    if (fromBefore && !ends) {
      slot++;
      before++;
    }
    const begins = goesOn && !(fromBefore && oneRow);
    tiles[4 * w + 2] = begins ? slot : -1;
    if (begins) {
      slot++;
      before = 1;
    }
  }
  return tiles;
}

/**
 * y ← αAx + βy over COO sorted by row: each warp adds up `perWarp` entries by segmented scans. Unlike the usual COO kernel it adds no
 * floating-point number atomically, so results repeat, and it needs no pass over y before.
 */
export const coo: Kernel<'cuda', CooParams> = cudaKernel<CooParams>({
  id: 'cuda/coo',
  modules: cudaModules(import.meta.url, 'coo'),
  precisions: sumsAsStored('cuda'),
  format: 'coo',
  title: 'COO, segmented sums',
  sources: [vazquez('III.A')],
  params: {
    axes: {
      perWarp: { values: [64, 128, 256, 512], default: 128, doc: 'Entries a warp adds up.' },
      blockSize: cudaBlockSizeAxis,
    },
    suggest: ({ matrix }) => ({ perWarp: matrix.nnz > 2 ** 23 ? 512 : matrix.nnz > 2 ** 20 ? 256 : 64 }),
  },
  analyse: (matrix: StoredMatrix, _context, { perWarp }): NamedArrays => ({
    tiles: cooTilesOf(matrix.arrays['rowIndex'] as Int32Array, perWarp),
  }),
  launch: (context, { perWarp, blockSize }) => {
    const { shape, nnz } = context.matrix;
    const tiles = Math.ceil(nnz / perWarp);
    return {
      entryPoint: 'coo',
      ...oneDimensional(tiles, WARP, blockSize),
      arrays: ['rowIndex', 'colIndex', 'values', 'auxiliary.tiles', 'scratch.partials'],
      numbers: { rows: shape.rows, nnz, perWarp },
      scratch: { partials: 2 * tiles * valueBytes(context) },
    };
  },
});

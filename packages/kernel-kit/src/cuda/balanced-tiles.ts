import type { KernelContext, Params, ParamSpace } from '@spmv/core';
import { valueBytes } from '../precisions.ts';
import type { CudaKernelLaunch } from './cuda-kernel.ts';
import { mostPartialSums } from './csr-tiles.ts';
import { cudaBlockSizeAxis, WARP } from './launch-shape.ts';

/** How a matrix is cut into tiles, and how many threads have one. */
export interface BalancedTileParams extends Params {
  readonly capacity: number;
  readonly blockSize: number;
}

/** Four tiles a multiprocessor for a small matrix, then ever larger ones. */
function suggestCapacity(nnz: number, multiprocessors: number): number {
  let capacity = 256;
  while (capacity < 2048 && capacity * 4 * multiprocessors < nnz) capacity *= 2;
  return capacity;
}

/** The parameters of a kernel made of `balancedTile` in csr-balanced.cuh. */
export const balancedTileParams: Required<ParamSpace<KernelContext, BalancedTileParams>> = {
  axes: {
    capacity: { values: [256, 512, 1024, 2048, 4096], default: 1024, doc: 'Most entries of a tile.' },
    blockSize: cudaBlockSizeAxis,
  },
  suggest: ({ matrix, device }) => {
    const capacity = suggestCapacity(matrix.nnz, device.limits['multiprocessors'] ?? 100);
    return { capacity, blockSize: capacity >= 1024 ? 256 : 128 };
  },
  reject: ({ capacity, blockSize }) =>
    capacity * 8 < blockSize ? 'a tile would be smaller than an eighth of the block' : undefined,
};

/** Its launch, of what `tilesOf` makes as auxiliary arrays. */
export function balancedTileLaunch(
  context: KernelContext,
  { capacity, blockSize }: BalancedTileParams,
): Required<Pick<CudaKernelLaunch, 'grid' | 'block' | 'sharedBytes' | 'arrays' | 'scratch'>> {
  return {
    grid: { elements: 'auxiliary.tiles', perBlock: 4 },
    block: [blockSize, 1, 1],
    sharedBytes: Math.max(capacity, WARP) * valueBytes(context),
    arrays: ['auxiliary.tiles', 'auxiliary.places', 'rowStart', 'colIndex', 'values', 'scratch.partials'],
    scratch: { partials: mostPartialSums(context.matrix.nnz, capacity) * valueBytes(context) },
  };
}

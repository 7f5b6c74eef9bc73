import type { NamedArrays, Params, Kernel, StoredMatrix } from '@spmv/core';
import {
  cudaBlockSizeAxis,
  cudaKernel,
  cudaModules,
  mostPartialSums,
  tilesOf,
  valueBytes,
  WARP,
} from '@spmv/kernel-kit';

export interface CsrBalancedParams extends Params {
  readonly capacity: number;
  readonly blockSize: number;
}

/** Four tiles a multiprocessor for a small matrix, then ever larger ones. */
function suggestCapacity(nnz: number, multiprocessors: number): number {
  let capacity = 256;
  while (capacity < 2048 && capacity * 4 * multiprocessors < nnz) capacity *= 2;
  return capacity;
}

/**
 * y ← αAx + βy over CSR in tiles of equal work, one block a tile: products of a tile are formed with coalesced loads and added up row
 * by row in shared memory; a row longer than a tile is split, and the block of its last tile adds the partial sums in order. Reads A once. No row
 * pattern unbalances it; no atomic addition; one launch.
 */
export const csrBalanced: Kernel<'cuda', CsrBalancedParams> = cudaKernel<CsrBalancedParams>({
  id: 'cuda/csr-balanced',
  modules: cudaModules(import.meta.url, 'csr-balanced'),
  format: 'csr',
  title: 'CSR in tiles of equal work',
  sources: [
    {
      title:
        'J. L. Greathouse, M. Daga, Efficient sparse matrix-vector multiplication on GPUs using the CSR storage format, SC 2014',
    },
  ],
  params: {
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
  },
  analyse: (matrix: StoredMatrix, _context, { capacity }): NamedArrays => ({
    ...tilesOf(matrix.arrays['rowStart'] as Int32Array, capacity),
  }),
  launch: (context, { capacity, blockSize }) => {
    return {
      entryPoint: 'csr_balanced',
      grid: { elements: 'auxiliary.tiles', perBlock: 4 },
      block: [blockSize, 1, 1],
      sharedBytes: Math.max(capacity, WARP) * valueBytes(context),
      arrays: ['auxiliary.tiles', 'auxiliary.places', 'rowStart', 'colIndex', 'values', 'scratch.partials'],
      scratch: { partials: mostPartialSums(context.matrix.nnz, capacity) * valueBytes(context) },
    };
  },
});

import type { KernelContext, NamedArrays, Kernel, StoredMatrix } from '@spmv/core';
import type { BalancedTileParams } from '@spmv/kernel-kit';
import {
  balancedTileLaunch,
  balancedTileParams,
  cudaKernel,
  cudaModules,
  PAPERS,
  sumsAsStored,
  tilesOf,
} from '@spmv/kernel-kit';

/** Tiles that are worked on at once. */
function tilesAtOnce({ limits }: KernelContext['device'], blockSize: number): number {
  const threads = limits['maxThreadsPerMultiprocessor'] ?? 2048;
  return Math.floor(threads / blockSize) * (limits['multiprocessors'] ?? 100);
}

/**
 * y ← αAx + βy over CSR in tiles of equal work, one block a tile: products of a tile are formed with coalesced loads and added up row
 * by row in shared memory; a row longer than a tile is split, and the block of its last tile adds the partial sums in order. Reads A once. No row
 * pattern unbalances it; no atomic addition; one launch.
 */
export const csrBalanced: Kernel<'cuda', BalancedTileParams> = cudaKernel<BalancedTileParams>({
  id: 'cuda/csr-balanced',
  modules: cudaModules(import.meta.url, 'csr-balanced'),
  precisions: sumsAsStored('cuda'),
  format: 'csr',
  title: 'CSR in tiles of equal work',
  sources: [PAPERS.greathouse],
  params: balancedTileParams,
  analyse: (matrix: StoredMatrix, { device }, { capacity, blockSize }): NamedArrays => ({
    ...tilesOf(matrix.arrays['rowStart'] as Int32Array, capacity, capacity, tilesAtOnce(device, blockSize)),
  }),
  launch: (context, params) => ({ entryPoint: 'csr_balanced', ...balancedTileLaunch(context, params) }),
});

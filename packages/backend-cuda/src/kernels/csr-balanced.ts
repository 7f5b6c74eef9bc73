import type { NamedArrays, Kernel, StoredMatrix } from '@spmv/core';
import type { BalancedTileParams } from '@spmv/kernel-kit';
import { balancedTileLaunch, balancedTileParams, cudaKernel, cudaModules, tilesOf, PAPERS } from '@spmv/kernel-kit';

/**
 * y ← αAx + βy over CSR in tiles of equal work, one block a tile: products of a tile are formed with coalesced loads and added up row
 * by row in shared memory; a row longer than a tile is split, and the block of its last tile adds the partial sums in order. Reads A once. No row
 * pattern unbalances it; no atomic addition; one launch.
 */
export const csrBalanced: Kernel<'cuda', BalancedTileParams> = cudaKernel<BalancedTileParams>({
  id: 'cuda/csr-balanced',
  modules: cudaModules(import.meta.url, 'csr-balanced'),
  complex: true,
  format: 'csr',
  title: 'CSR in tiles of equal work',
  sources: [PAPERS.greathouse],
  params: balancedTileParams,
  analyse: (matrix: StoredMatrix, _context, { capacity }): NamedArrays => ({
    ...tilesOf(matrix.arrays['rowStart'] as Int32Array, capacity),
  }),
  launch: (context, params) => ({ entryPoint: 'csr_balanced', ...balancedTileLaunch(context, params) }),
});

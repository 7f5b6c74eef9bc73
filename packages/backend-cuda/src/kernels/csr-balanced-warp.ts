import type { NamedArrays, Params, Kernel, StoredMatrix } from '@spmv/core';
import {
  cudaKernel,
  cudaModules,
  mostPartialSums,
  PAPERS,
  sumsAsStored,
  tilesOf,
  valueBytes,
  WARP,
} from '@spmv/kernel-kit';
import { runsOf } from './warp-runs.ts';

export interface CsrBalancedWarpParams extends Params {
  readonly perLane: number;
  readonly tiles: number;
  readonly blockSize: number;
}

/** Most warps of a block: the warps' runs of tiles are filled up to a multiple of it. */
const MOST_WARPS = 32;

/**
 * y ← αAx + βy over CSR in tiles of at most 32·`perLane` entries, a warp a tile or several: like `cuda/csr-balanced` without any
 * barrier between warps, so that more gathers of x are under way at any time. For skewed and random matrices. One launch, no atomic addition.
 */
export const csrBalancedWarp: Kernel<'cuda', CsrBalancedWarpParams> = cudaKernel<CsrBalancedWarpParams>({
  id: 'cuda/csr-balanced-warp',
  modules: cudaModules(import.meta.url, 'csr-balanced-warp'),
  precisions: sumsAsStored('cuda'),
  format: 'csr',
  title: 'CSR in tiles of equal work, a warp a tile',
  sources: [PAPERS.greathouse],
  params: {
    axes: {
      perLane: {
        values: [2, 4, 8, 16],
        default: 8,
        doc: 'Entries a lane has in flight; a tile holds 32 times as many.',
      },
      tiles: {
        values: [1, 2, 4, 8],
        default: 1,
        doc: 'Tiles a warp takes one after another, loading the next while it adds up the rows of one.',
      },
      blockSize: { values: [64, 128, 256, 512, 1024], default: 128, doc: 'Threads per block (BS).' },
    },
    suggest: ({ matrix, device }) => {
      const large = matrix.nnz >= 256 * 32 * (device.limits['multiprocessors'] ?? 100);
      return { perLane: large ? 8 : 4, tiles: large ? 4 : 1 };
    },
    reject: ({ perLane, blockSize }, context) =>
      blockSize * perLane * valueBytes(context) > 48 * 1024
        ? 'a block would need more than 48 KiB of shared memory'
        : undefined,
  },
  analyse: (matrix: StoredMatrix, _context, { perLane, tiles }): NamedArrays => {
    const found = tilesOf(matrix.arrays['rowStart'] as Int32Array, perLane * WARP);
    return { ...found, runs: runsOf(found, tiles, MOST_WARPS) };
  },
  launch: (context, { perLane, blockSize }) => ({
    entryPoint: `csr_balanced_warp_i${perLane}`,
    grid: { elements: 'auxiliary.runs', perBlock: 2 * (blockSize / WARP) },
    block: [blockSize, 1, 1],
    sharedBytes: blockSize * perLane * valueBytes(context),
    arrays: [
      'auxiliary.runs',
      'auxiliary.tiles',
      'auxiliary.places',
      'rowStart',
      'colIndex',
      'values',
      'scratch.partials',
    ],
    scratch: { partials: mostPartialSums(context.matrix.nnz, perLane * WARP) * valueBytes(context) },
  }),
});

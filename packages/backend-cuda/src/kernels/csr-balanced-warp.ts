import type { NamedArrays, Params, SpmvKernel, StoredMatrix } from '@spmv/core';
import { mostPieces, tilesOf } from './csr-tiles.ts';
import { cudaKernel, valueBytes } from './cuda-kernel.ts';
import { WARP } from './launch-shape.ts';

export interface CsrBalancedWarpParams extends Params {
  readonly perLane: number;
  readonly blockSize: number;
}

/** Most warps of a block: tiles are filled up to a multiple of it. */
const MOST_WARPS = 32;

/**
 * y ← αAx + βy over CSR in tiles of at most 32·`perLane` entries, a warp a tile: like `cuda/csr-balanced` without any barrier between
 * warps, so that more gathers of x are under way at any time. For skewed and random matrices. One launch, no atomic addition.
 */
export const csrBalancedWarp: SpmvKernel<'cuda', CsrBalancedWarpParams> = cudaKernel<CsrBalancedWarpParams>({
  name: 'csr-balanced-warp',
  format: 'csr',
  title: 'CSR in tiles of equal work, a warp a tile',
  sources: [{ title: 'J. L. Greathouse, M. Daga, Efficient sparse matrix-vector multiplication on GPUs using the CSR storage format, SC 2014' }],
  params: {
    axes: {
      perLane: { values: [2, 4, 8, 16], default: 8, doc: 'Entries a lane has in flight; a tile holds 32 times as many.' },
      blockSize: { values: [64, 128, 256, 512, 1024], default: 128, doc: 'Threads per block (BS).' },
    },
    suggest: ({ matrix, device }) => ({ perLane: matrix.nnz < 256 * 32 * (device.limits['multiprocessors'] ?? 100) ? 4 : 8 }),
    reject: ({ perLane, blockSize }, { precision }) =>
      blockSize * perLane * (precision.precision === 'f32' ? 4 : 8) > 48 * 1024 ? 'a block would need more than 48 KiB of shared memory' : undefined,
  },
  analyse: (matrix: StoredMatrix, _context, { perLane }): NamedArrays => ({ ...tilesOf(matrix.arrays['rowStart'] as Int32Array, perLane * WARP, MOST_WARPS) }),
  launch: (context, { perLane, blockSize }) => ({
    entryPoint: `csr_balanced_warp_i${perLane}`,
    grid: { elements: 'auxiliary.tiles', perBlock: 4 * (blockSize / WARP) },
    block: [blockSize, 1, 1],
    sharedBytes: blockSize * perLane * valueBytes(context),
    arguments: ['auxiliary.tiles', 'auxiliary.places', 'matrix.rowStart', 'matrix.colIndex', 'matrix.values', 'scratch.parts', 'x', 'y', 'alpha', 'beta'],
    scratch: { parts: mostPieces(context.matrix.nnz, perLane * WARP) * valueBytes(context) },
  }),
});

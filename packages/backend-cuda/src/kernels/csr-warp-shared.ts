import type { Kernel, Params } from '@spmv/core';
import {
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaModules,
  lanesObstacle,
  oneDimensional,
  sumsAsStored,
  valueBytes,
} from '@spmv/kernel-kit';
import { CRISTOFORI, FRAGA } from './sources.ts';

const WARP = 32;

export interface CsrWarpSharedParams extends Params {
  readonly rowsPerWarp: number;
  readonly blockSize: number;
}

/**
 * y ← αAx + βy over CSR, a warp a row, its 32 sums added up in shared memory by a tree: the reduction of Fraga and Cristofori, beside the shuffles of
 * `cuda/csr-vector`. With 32 rows a warp the grid has a thread a row, as Cristofori's: warps come back for more rows. Bitwise reproducible.
 */
export const csrWarpShared: Kernel<'cuda', CsrWarpSharedParams> = cudaKernel<CsrWarpSharedParams>({
  id: 'cuda/csr-warp-shared',
  modules: cudaModules(import.meta.url, 'csr-warp-shared'),
  precisions: sumsAsStored('cuda'),
  format: 'csr',
  title: 'CSR, a warp a row, reduction in shared memory',
  sources: [
    { ...FRAGA, section: 'CUDA, vector strip mining' },
    { ...CRISTOFORI, section: '3.3, 3.3.1' },
  ],
  params: {
    axes: {
      rowsPerWarp: { values: [1, WARP], default: 1, doc: 'Rows that a warp computes one after another.' },
      blockSize: cudaAnyBlockSizeAxis,
    },
    reject: ({ blockSize }) => lanesObstacle(WARP, blockSize),
  },
  launch: (context, { rowsPerWarp, blockSize }) => ({
    entryPoint: 'csr_warp_shared',
    ...oneDimensional(context.matrix.shape.rows, WARP / rowsPerWarp, blockSize),
    sharedBytes: blockSize * valueBytes(context),
    arrays: ['rowStart', 'colIndex', 'values'],
    numbers: { rows: context.matrix.shape.rows },
  }),
});

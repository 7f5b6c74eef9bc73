import type { Kernel } from '@spmv/core';
import {
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaModules,
  oneDimensional,
  sumsAsStored,
  valueBytes,
} from '@spmv/kernel-kit';
import type { BlockSizeParams } from './csr.ts';
import { GUNJA } from './sources.ts';

/**
 * y ← αAx + βy over CSR, one thread a row, entries loaded into shared memory tile by tile by the whole block: Gunja's kernel, corrected. As
 * printed every row adds up the same tiles, taken from the beginnings of other rows. Loads are coalesced, but in long rows few threads of a
 * block have work in any tile.
 */
export const csrShared: Kernel<'cuda', BlockSizeParams> = cudaKernel({
  id: 'cuda/csr-shared',
  modules: cudaModules(import.meta.url, 'csr-shared'),
  precisions: sumsAsStored('cuda'),
  format: 'csr',
  title: 'CSR, one thread a row, through shared memory',
  sources: [{ ...GUNJA, section: '5.1.2, figure 5.8, corrected' }],
  params: { axes: { blockSize: cudaAnyBlockSizeAxis } },
  launch: (context, { blockSize }) => ({
    entryPoint: 'csr_shared',
    ...oneDimensional(context.matrix.shape.rows, 1, blockSize),
    sharedBytes: blockSize * (valueBytes(context) + 4),
    arrays: ['rowStart', 'colIndex', 'values'],
    numbers: { rows: context.matrix.shape.rows },
  }),
});

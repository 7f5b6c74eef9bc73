import type { Kernel } from '@spmv/core';
import {
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaOperandLoadAxis,
  cudaOperandModules,
  everyPrecisionOf,
  oneDimensional,
} from '@spmv/kernel-kit';
import type { BlockLoadParams } from './csr.ts';
import { ellpackSteps } from './ellpack-steps.ts';
import { CRISTOFORI, FRAGA, vazquez } from './sources.ts';

/**
 * y ← αAx + βy over ELLPACK, one thread a row; in column order every load of a warp is coalesced. A row ends at its first padding.
 */
export const ellpack: Kernel<'cuda', BlockLoadParams> = cudaKernel<BlockLoadParams>({
  id: 'cuda/ellpack',
  precisions: everyPrecisionOf('cuda'),
  modules: cudaOperandModules(import.meta.url, 'ellpack'),
  format: 'ellpack',
  title: 'ELLPACK, one thread a row',
  sources: [vazquez('III.C'), FRAGA, CRISTOFORI],
  params: { axes: { blockSize: cudaAnyBlockSizeAxis, xLoad: cudaOperandLoadAxis } },
  launch: ({ matrix }, { blockSize }) => {
    const { rowStep, placeStep } = ellpackSteps(matrix);
    return {
      entryPoint: 'ellpack',
      ...oneDimensional(matrix.shape.rows, 1, blockSize),
      arrays: ['colIndex', 'values'],
      numbers: { rows: matrix.shape.rows, width: matrix.scalars['width'] as number, rowStep, placeStep },
    };
  },
});

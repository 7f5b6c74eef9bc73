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
import { vazquez } from './sources.ts';

/** y ← αAx + βy over ELLPACK-R, one thread a row, each to the end of its own row: ELLR-1. */
export const ellpackR: Kernel<'cuda', BlockLoadParams> = cudaKernel<BlockLoadParams>({
  id: 'cuda/ellpack-r',
  precisions: everyPrecisionOf('cuda'),
  modules: cudaOperandModules(import.meta.url, 'ellpack-r'),
  format: 'ellpack-r',
  title: 'ELLPACK-R, one thread a row',
  sources: [vazquez('IV')],
  params: { axes: { blockSize: cudaAnyBlockSizeAxis, xLoad: cudaOperandLoadAxis } },
  launch: ({ matrix }, { blockSize }) => {
    const { rowStep, placeStep } = ellpackSteps(matrix);
    return {
      entryPoint: 'ellpack_r',
      ...oneDimensional(matrix.shape.rows, 1, blockSize),
      arrays: ['rowLength', 'colIndex', 'values'],
      numbers: { rows: matrix.shape.rows, rowStep, placeStep },
    };
  },
});

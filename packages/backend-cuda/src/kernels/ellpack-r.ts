import type { Kernel, Params } from '@spmv/core';
import type { CudaOperandLoad } from '@spmv/kernel-kit';
import {
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaModules,
  cudaOperandLoadAxis,
  oneDimensional,
  precisionsOf,
} from '@spmv/kernel-kit';
import { ellpackSteps } from './ellpack-steps.ts';
import { vazquez } from './sources.ts';

export interface EllpackRParams extends Params {
  readonly blockSize: number;
  readonly xLoad: CudaOperandLoad;
}

/** y ← αAx + βy over ELLPACK-R, one thread a row, each to the end of its own row: ELLR-1. */
export const ellpackR: Kernel<'cuda', EllpackRParams> = cudaKernel<EllpackRParams>({
  id: 'cuda/ellpack-r',
  precisions: precisionsOf('cuda'),
  modules: ({ xLoad }) => cudaModules(import.meta.url, xLoad === 'readonly' ? 'ellpack-r-readonly' : 'ellpack-r'),
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

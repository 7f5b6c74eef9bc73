import type { Params, Kernel } from '@spmv/core';
import type { CudaOperandLoad } from '@spmv/kernel-kit';
import {
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaOperandLoadAxis,
  cudaOperandModules,
  everyPrecisionOf,
  lanesObstacle,
  oneDimensional,
} from '@spmv/kernel-kit';
import { ellpackSteps } from './ellpack-steps.ts';
import { vazquez } from './sources.ts';

export interface EllrTParams extends Params {
  readonly threadsPerRow: number;
  readonly blockSize: number;
  readonly xLoad: CudaOperandLoad;
}

/**
 * y ← αAx + βy over ELLPACK-R, T lanes a row: ELLR-T. The paper's twelve points, T ∈ {1, 2, 4, 8} × BS ∈ {128, 256, 512}, are the
 * usual ones; its pre-process of timing all of them is the tuner's search of this space. It ruled out the others by trying them.
 */
export const ellrT: Kernel<'cuda', EllrTParams> = cudaKernel<EllrTParams>({
  id: 'cuda/ellr-t',
  precisions: everyPrecisionOf('cuda'),
  modules: cudaOperandModules(import.meta.url, 'ellr-t'),
  format: 'ellpack-r',
  title: 'ELLR-T, several lanes a row',
  sources: [vazquez('IV, figure 1(b)'), vazquez('V')],
  params: {
    axes: {
      threadsPerRow: {
        values: [1, 2, 4, 8, 16, 32],
        usual: [1, 2, 4, 8],
        default: 1,
        doc: "Lanes per row (the papers' T), fewer than a block has.",
      },
      blockSize: { ...cudaAnyBlockSizeAxis, usual: [128, 256, 512] },
      xLoad: cudaOperandLoadAxis,
    },
    reject: ({ threadsPerRow, blockSize }) =>
      threadsPerRow < blockSize
        ? lanesObstacle(threadsPerRow, blockSize)
        : `a row takes ${threadsPerRow} threads, a block has ${blockSize}`,
    suggest: ({ matrix }) => {
      const mean = matrix.nnz / Math.max(1, matrix.shape.rows);
      return { threadsPerRow: mean > 64 ? 4 : mean > 24 ? 2 : 1 };
    },
  },
  launch: ({ matrix }, { threadsPerRow, blockSize }) => {
    const { rowStep, placeStep } = ellpackSteps(matrix);
    return {
      entryPoint: `ellr_t${threadsPerRow}`,
      ...oneDimensional(matrix.shape.rows, threadsPerRow, blockSize),
      arrays: ['rowLength', 'colIndex', 'values'],
      numbers: { rows: matrix.shape.rows, rowStep, placeStep },
    };
  },
});

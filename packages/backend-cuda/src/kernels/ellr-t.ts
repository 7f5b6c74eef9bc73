import type { Params, Kernel } from '@spmv/core';
import { cudaKernel, cudaModules, oneDimensional, precisionsOf } from '@spmv/kernel-kit';
import { ellpackSteps } from './ellpack-steps.ts';
import { vazquez } from './sources.ts';

export interface EllrTParams extends Params {
  readonly threadsPerRow: number;
  readonly blockSize: number;
}

/**
 * y ← αAx + βy over ELLPACK-R, T lanes a row: ELLR-T. The paper's twelve points, T ∈ {1, 2, 4, 8} × BS ∈ {128, 256, 512}, are the
 * axes; its pre-process of timing all of them is the tuner's search of this space. 1024 is there for the sweep of block sizes.
 */
export const ellrT: Kernel<'cuda', EllrTParams> = cudaKernel<EllrTParams>({
  id: 'cuda/ellr-t',
  precisions: precisionsOf('cuda'),
  modules: cudaModules(import.meta.url, 'ellr-t'),
  format: 'ellpack-r',
  title: 'ELLR-T, several lanes a row',
  sources: [vazquez('IV, figure 1(b)'), vazquez('V')],
  params: {
    axes: {
      threadsPerRow: { values: [1, 2, 4, 8], default: 1, doc: "Lanes per row (the papers' T)." },
      blockSize: {
        values: [128, 256, 512],
        default: 256,
        range: { min: 128, max: 1024, integer: true },
        doc: "Threads per block (the papers' BS).",
      },
    },
    reject: ({ blockSize }) => (blockSize % 32 === 0 ? undefined : 'a block must be whole warps'),
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
      numbers: [matrix.shape.rows, rowStep, placeStep],
    };
  },
});

import type { Params, SpmvKernel } from '@spmv/core';
import { cudaKernel } from './cuda-kernel.ts';
import { ellpackSteps } from './ellpack-steps.ts';
import { oneDimensional } from './launch-shape.ts';
import { vazquez } from './sources.ts';

export interface EllrTParams extends Params {
  readonly threads: number;
  readonly blockSize: number;
}

/**
 * y ← αAx + βy over ELLPACK-R, T lanes a row: ELLR-T. The paper's twelve points, T ∈ {1, 2, 4, 8} × BS ∈ {128, 256, 512}, are the
 * axes; its pre-process of timing all of them is the tuner's search of this space. 1024 is there for the sweep of block sizes.
 */
export const ellrT: SpmvKernel<'cuda', EllrTParams> = cudaKernel<EllrTParams>({
  name: 'ellr-t',
  format: 'ellpack-r',
  title: 'ELLR-T, T lanes a row',
  sources: [vazquez('IV, figure 1(b)'), vazquez('V')],
  params: {
    axes: {
      threads: { values: [1, 2, 4, 8], default: 1, doc: 'Lanes per row (T).' },
      blockSize: {
        values: [128, 256, 512],
        default: 256,
        range: { min: 128, max: 1024, integer: true },
        doc: 'Threads per block (BS).',
      },
    },
    reject: ({ blockSize }) => (blockSize % 32 === 0 ? undefined : 'a block must be whole warps'),
    suggest: ({ matrix }) => {
      const mean = matrix.nnz / Math.max(1, matrix.shape.rows);
      return { threads: mean > 64 ? 4 : mean > 24 ? 2 : 1 };
    },
  },
  launch: ({ matrix }, { threads, blockSize }) => {
    const { rowStep, placeStep } = ellpackSteps(matrix);
    return {
      entryPoint: `ellr_t${threads}`,
      ...oneDimensional(matrix.shape.rows, threads, blockSize),
      arguments: [
        'matrix.rowLength',
        'matrix.colIndex',
        'matrix.values',
        'x',
        'y',
        'alpha',
        'beta',
        { i32: matrix.shape.rows },
        { i32: rowStep },
        { i32: placeStep },
      ],
    };
  },
});

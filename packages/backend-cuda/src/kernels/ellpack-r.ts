import type { SpmvKernel } from '@spmv/core';
import type { BlockSizeParams } from './csr.ts';
import { cudaKernel } from './cuda-kernel.ts';
import { ellpackSteps } from './ellpack-steps.ts';
import { blockSizeAxis, oneDimensional } from './launch-shape.ts';
import { vazquez } from './sources.ts';

/** y ← αAx + βy over ELLPACK-R, one thread a row, each to the end of its own row: ELLR-1. */
export const ellpackR: SpmvKernel<'cuda', BlockSizeParams> = cudaKernel({
  name: 'ellpack-r',
  format: 'ellpack-r',
  title: 'ELLPACK-R, one thread a row',
  sources: [vazquez('IV')],
  params: { axes: { blockSize: blockSizeAxis } },
  launch: ({ matrix }, { blockSize }) => {
    const { rowStep, placeStep } = ellpackSteps(matrix);
    return {
      entryPoint: 'ellpack_r',
      ...oneDimensional(matrix.shape.rows, 1, blockSize),
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

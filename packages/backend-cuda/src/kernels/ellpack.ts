import type { SpmvKernel } from '@spmv/core';
import type { BlockSizeParams } from './csr.ts';
import { cudaKernel } from './cuda-kernel.ts';
import { ellpackSteps } from './ellpack-steps.ts';
import { blockSizeAxis, oneDimensional } from './launch-shape.ts';
import { CRISTOFORI, FRAGA, vazquez } from './sources.ts';

/**
 * y ← αAx + βy over ELLPACK, one thread a row; in column order every load of a warp is coalesced. A row ends at its first padding.
 */
export const ellpack: SpmvKernel<'cuda', BlockSizeParams> = cudaKernel({
  name: 'ellpack',
  format: 'ellpack',
  title: 'ELLPACK, one thread a row',
  sources: [vazquez('III.C'), FRAGA, CRISTOFORI],
  params: { axes: { blockSize: blockSizeAxis } },
  launch: ({ matrix }, { blockSize }) => {
    const { rowStep, placeStep } = ellpackSteps(matrix);
    return {
      entryPoint: 'ellpack',
      ...oneDimensional(matrix.shape.rows, 1, blockSize),
      arguments: [
        'matrix.colIndex',
        'matrix.values',
        'x',
        'y',
        'alpha',
        'beta',
        { i32: matrix.shape.rows },
        { i32: matrix.scalars['width'] as number },
        { i32: rowStep },
        { i32: placeStep },
      ],
    };
  },
});

import type { SpmvKernel } from '@spmv/core';
import type { BlockSizeParams } from './csr.ts';
import { cudaKernel } from './cuda-kernel.ts';
import { blockSizeAxis, oneDimensional } from './launch-shape.ts';
import { vazquez } from './sources.ts';

const HALF_WARP = 16;

/** y ← αAx + βy over CSR with padded rows, half a warp a row: SpMV4GPU. Padding is loaded, never multiplied. */
export const csrPadded: SpmvKernel<'cuda', BlockSizeParams> = cudaKernel({
  name: 'csr-padded',
  format: 'csr-padded',
  title: 'CSR with padded rows, half a warp a row (SpMV4GPU)',
  sources: [vazquez('III.B, SpMV4GPU')],
  params: { axes: { blockSize: blockSizeAxis } },
  launch: ({ matrix }, { blockSize }) => ({
    entryPoint: 'csr_padded',
    ...oneDimensional(matrix.shape.rows, HALF_WARP, blockSize),
    arguments: [
      'matrix.rowStart',
      'matrix.colIndex',
      'matrix.values',
      'x',
      'y',
      'alpha',
      'beta',
      { i32: matrix.shape.rows },
    ],
  }),
});

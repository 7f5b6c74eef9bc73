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
import { vazquez } from './sources.ts';

const HALF_WARP = 16;

/** y ← αAx + βy over CSR with padded rows, half a warp a row: SpMV4GPU. Padding is loaded, never multiplied. */
export const csrPadded: Kernel<'cuda', BlockLoadParams> = cudaKernel<BlockLoadParams>({
  id: 'cuda/csr-padded',
  precisions: everyPrecisionOf('cuda'),
  modules: cudaOperandModules(import.meta.url, 'csr-padded'),
  format: 'csr-padded',
  title: 'CSR with padded rows, half a warp a row (SpMV4GPU)',
  sources: [vazquez('III.B, SpMV4GPU')],
  params: { axes: { blockSize: cudaAnyBlockSizeAxis, xLoad: cudaOperandLoadAxis } },
  launch: ({ matrix }, { blockSize }) => ({
    entryPoint: 'csr_padded',
    ...oneDimensional(matrix.shape.rows, HALF_WARP, blockSize),
    arrays: ['rowStart', 'colIndex', 'values'],
    numbers: { rows: matrix.shape.rows },
  }),
});

import type { Params, Kernel } from '@spmv/core';
import type { CudaOperandLoad } from '@spmv/kernel-kit';
import {
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaOperandLoadAxis,
  cudaOperandModules,
  everyPrecisionOf,
  oneDimensional,
} from '@spmv/kernel-kit';
import { CRISTOFORI, FRAGA, vazquez } from './sources.ts';

export interface BlockSizeParams extends Params {
  readonly blockSize: number;
}

export interface BlockLoadParams extends BlockSizeParams {
  readonly xLoad: CudaOperandLoad;
}

/**
 * y ← αAx + βy over CSR, one thread a row. Reads rowStart twice, the rest once; neighbouring threads read entries far apart, so that
 * a warp's loads touch up to 32 sectors: right for rows of one to four entries only.
 */
export const csrScalar: Kernel<'cuda', BlockLoadParams> = cudaKernel<BlockLoadParams>({
  id: 'cuda/csr-scalar',
  precisions: everyPrecisionOf('cuda'),
  modules: cudaOperandModules(import.meta.url, 'csr'),
  format: 'csr',
  title: 'CSR, one thread a row',
  sources: [FRAGA, CRISTOFORI, vazquez('III.B, CRS')],
  params: { axes: { blockSize: cudaAnyBlockSizeAxis, xLoad: cudaOperandLoadAxis } },
  launch: ({ matrix }, { blockSize }) => ({
    entryPoint: 'csr',
    ...oneDimensional(matrix.shape.rows, 1, blockSize),
    arrays: ['rowStart', 'colIndex', 'values'],
    numbers: { rows: matrix.shape.rows },
  }),
});

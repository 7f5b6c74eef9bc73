import type { Kernel } from '@spmv/core';
import { cudaKernel, cudaModules, oneDimensional, ROWS, sumsAsStored } from '@spmv/kernel-kit';
import type { LanesParams } from './csr-vector.ts';
import { LANES_SOURCES, lanesParams } from './csr-vector.ts';

/**
 * y ← αAx + βy over CSR beyond 2³¹ entries, several neighbouring lanes a row: `cuda/csr-vector`, but for the beginnings of rows, which are
 * whole numbers in f64. Entries of a row are counted in 32 bits from where it begins.
 */
export const csr64Vector: Kernel<'cuda', LanesParams> = cudaKernel<LanesParams>({
  id: 'cuda/csr64-vector',
  modules: cudaModules(import.meta.url, 'csr64-vector'),
  precisions: sumsAsStored('cuda'),
  format: 'csr64',
  title: 'CSR beyond 2^31 entries, several lanes a row',
  sources: LANES_SOURCES,
  params: lanesParams(ROWS),
  anyEntries: true,
  launch: ({ matrix }, { threadsPerRow, blockSize }) => ({
    entryPoint: `csr64_vector_t${threadsPerRow}`,
    ...oneDimensional(matrix.shape.rows, threadsPerRow, blockSize),
    arrays: ['rowStart', 'colIndex', 'values'],
    numbers: { rows: matrix.shape.rows },
  }),
});

import type { Kernel, KernelContext, NamedArrays } from '@spmv/core';
import type { CudaKernelLaunch } from '@spmv/kernel-kit';
import { cudaKernel, cudaModules, oneDimensional, ROWS } from '@spmv/kernel-kit';
import type { ColumnTileParams } from './csr-transposed.ts';
import { columnTileLaunch, columnTileParams, columnTilesOfLines } from './csr-transposed.ts';
import type { CsrVectorParams } from './csr-vector.ts';
import { csrVector } from './csr-vector.ts';

const SCALE_BLOCK = 256;

/** y ← βy, to which others add. */
function scaleLaunch({ matrix }: KernelContext): CudaKernelLaunch {
  return {
    entryPoint: 'csr_transposed_scale',
    ...oneDimensional(matrix.shape.cols, 1, SCALE_BLOCK),
    arrays: [],
    operands: 'y',
    numbers: [matrix.shape.cols],
  };
}

/**
 * y ← αAᵀx + βy over CSR: tiles are added up by columns as in `cuda/csr-transposed`, and the sum of each run is added to y atomically, in another
 * order each time.
 */
export const csrTransposedRuns: Kernel<'cuda', ColumnTileParams> = cudaKernel<ColumnTileParams>({
  id: 'cuda/csr-transposed-runs',
  options: { transpose: true },
  modules: cudaModules(import.meta.url, 'csr-transposed-atomic'),
  format: 'csr',
  title: 'CSR transposed, tiles added up by columns, then atomically',
  reproducibility: 'none',
  params: columnTileParams,
  analyse: (matrix, _context, { capacity }): NamedArrays => {
    const { columnRuns, columnStart, ...found } = columnTilesOfLines(matrix, ROWS, capacity);
    const runColumn = new Int32Array(columnRuns.length);
    for (let j = 0; j < matrix.shape.cols; j++)
      for (let p = columnStart[j] as number; p < (columnStart[j + 1] as number); p++)
        runColumn[columnRuns[p] as number] = j;
    return { ...found, runColumn };
  },
  launch: (context, params) => ({
    launches: [
      scaleLaunch(context),
      columnTileLaunch(context, params, {
        entryPoint: 'csr_transposed_runs',
        arrays: ['auxiliary.runColumn'],
        operands: 'both',
      }),
    ],
  }),
});

/**
 * y ← αAᵀx + βy over CSR without an index: several lanes a row add every product to y atomically, in another order each time. Memory does
 * not grow, and a column of many entries makes them wait for one another.
 */
export const csrTransposedAtomic: Kernel<'cuda', CsrVectorParams> = cudaKernel<CsrVectorParams>({
  id: 'cuda/csr-transposed-atomic',
  options: { transpose: true },
  modules: cudaModules(import.meta.url, 'csr-transposed-atomic'),
  format: 'csr',
  title: 'CSR transposed, every product added atomically',
  reproducibility: 'none',
  params: csrVector.params,
  launch: (context, { threadsPerRow, blockSize }) => ({
    launches: [
      scaleLaunch(context),
      {
        entryPoint: `csr_transposed_scatter_t${threadsPerRow}`,
        ...oneDimensional(context.matrix.shape.rows, threadsPerRow, blockSize),
        arrays: ['rowStart', 'colIndex', 'values'],
        numbers: [context.matrix.shape.rows],
      },
    ],
  }),
});

import type { Kernel, KernelContext, NamedArrays, Params } from '@spmv/core';
import type { CudaKernelLaunch } from '@spmv/kernel-kit';
import { cudaBlockSizeAxis, cudaKernel, cudaModules, oneDimensional, rowGroupsOf, ROWS } from '@spmv/kernel-kit';
import type { ColumnTileParams } from './csr-transposed.ts';
import { columnPiecesOfLines, columnTileLaunch, columnTileParams } from './csr-transposed.ts';

const SCALE_BLOCK = 256;

/** y ← βy, to which others add. */
function scaleLaunch({ matrix }: KernelContext): CudaKernelLaunch {
  return {
    entryPoint: 'csr_transposed_scale',
    ...oneDimensional(matrix.shape.cols, 1, SCALE_BLOCK),
    arrays: [],
    operands: 'y',
    numbers: { cols: matrix.shape.cols },
  };
}

/**
 * y ← αAᵀx + βy over CSR: tiles are added up by columns as in `cuda/csr-transposed`, and the sum of each piece is added to y atomically, in another
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
    const { columnPieces, columnStart, ...found } = columnPiecesOfLines(matrix, ROWS, capacity);
    const pieceColumn = new Int32Array(columnPieces.length);
    for (let j = 0; j < matrix.shape.cols; j++)
      for (let p = columnStart[j] as number; p < (columnStart[j + 1] as number); p++)
        pieceColumn[columnPieces[p] as number] = j;
    return { ...found, pieceColumn };
  },
  launch: (context, params) => ({
    launches: [
      scaleLaunch(context),
      columnTileLaunch(context, params, {
        entryPoint: 'csr_transposed_runs',
        arrays: ['auxiliary.pieceColumn'],
        operands: 'both',
      }),
    ],
  }),
});

/** Parameters of kernel `cuda/csr-transposed-atomic`. */
export interface CsrTransposedAtomicParams extends Params {
  readonly blockSize: number;
}

/** Entries a thread of the scattering kernel has. */
const ENTRIES = 4;

/**
 * y ← αAᵀx + βy over CSR: every product is added to y atomically, in another order each time. A block has as many entries as any other, whatever
 * their rows, which a quarter of a byte an entry tells. A column of many entries makes them wait for one another.
 */
export const csrTransposedAtomic: Kernel<'cuda', CsrTransposedAtomicParams> = cudaKernel<CsrTransposedAtomicParams>({
  id: 'cuda/csr-transposed-atomic',
  options: { transpose: true },
  modules: cudaModules(import.meta.url, 'csr-transposed-atomic'),
  format: 'csr',
  title: 'CSR transposed, every product added atomically',
  reproducibility: 'none',
  params: { axes: { blockSize: cudaBlockSizeAxis } },
  analyse: ({ arrays }): NamedArrays => ({ ...rowGroupsOf(arrays['rowStart'] as Int32Array) }),
  launch: (context, { blockSize }) => ({
    launches: [
      scaleLaunch(context),
      {
        entryPoint: 'csr_transposed_scatter',
        ...oneDimensional(context.matrix.nnz, 1 / ENTRIES, blockSize),
        arrays: ['auxiliary.groups', 'auxiliary.filledRows', 'colIndex', 'values'],
        numbers: { nnz: context.matrix.nnz },
      },
    ],
  }),
});

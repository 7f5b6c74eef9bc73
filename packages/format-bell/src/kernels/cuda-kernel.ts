import type { Kernel } from '@spmv/core';
import { cudaAnyBlockSizeAxis, cudaKernel, cudaModules, oneDimensional, sumsAsStored } from '@spmv/kernel-kit';
import { maskElement } from '../bell-params.ts';
import { geometryOfStored } from '../geometry.ts';
import { CHOI, VAZQUEZ } from '../sources.ts';

export interface CudaBellParams {
  readonly [name: string]: number;
  readonly blockSize: number;
}

/** Sides of blocks that have a kernel of their own. */
const OWN: ReadonlySet<number> = new Set([2, 3, 4]);

/**
 * One thread a row of blocks for blocks of 2 … 4 by 2 … 4, one thread a row of A for others. In column order neighbouring threads load
 * the same element of neighbouring blocks.
 */
export const cudaBell: Kernel<'cuda', CudaBellParams> = cudaKernel<CudaBellParams>({
  id: 'cuda/bell',
  precisions: sumsAsStored('cuda'),
  format: 'bell',
  title: 'Blocked ELLPACK, one thread a row of blocks',
  sources: [CHOI, VAZQUEZ],
  modules: cudaModules(import.meta.url, 'bell'),
  params: { axes: { blockSize: cudaAnyBlockSizeAxis } },
  launch: ({ matrix }, { blockSize }) => {
    const { params, geometry } = geometryOfStored(matrix);
    const { blockRows, blockCols } = params;
    const own = OWN.has(blockRows) && OWN.has(blockCols);
    return {
      entryPoint: own ? `bell_${blockRows}x${blockCols}` : `bell_${maskElement(blockRows, blockCols)}`,
      ...oneDimensional(own ? geometry.blockRowCount : matrix.shape.rows, 1, blockSize),
      arrays: ['blockColIndex', 'mask', 'values'],
      numbers: { rows: matrix.shape.rows, ...geometry.steps, R: blockRows, C: blockCols },
    };
  },
});

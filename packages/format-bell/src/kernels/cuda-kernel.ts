import type { SpmvKernel } from '@spmv/core';
import { SUMS_AS_STORED } from '@spmv/core';
import type { BellParams } from '../bell-params.ts';
import { maskElement } from '../bell-params.ts';
import { geometryOf } from '../geometry.ts';
import { CHOI, VAZQUEZ } from '../sources.ts';
import { blockSizeAxis, cudaModules } from './cuda-launch.ts';

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
export const cudaBell: SpmvKernel<'cuda', CudaBellParams> = {
  kind: 'kernel',
  id: 'cuda/bell',
  operation: 'spmv',
  target: 'cuda',
  format: 'bell',
  title: 'Blocked ELLPACK, one thread a row of blocks',
  sources: [CHOI, VAZQUEZ],
  precisions: SUMS_AS_STORED,
  reproducibility: 'run-to-run',
  requires: [],
  params: { axes: { blockSize: blockSizeAxis } },
  program: ({ matrix, precision }, { blockSize }) => {
    const params = matrix.params as BellParams;
    const { blockRows, blockCols } = params;
    const { width, rowStep, placeStep, valueRowStep, valuePlaceStep, elementStep, blockRowCount } = geometryOf(
      matrix.shape,
      matrix.scalars['width'] as number,
      params,
    );
    const own = OWN.has(blockRows) && OWN.has(blockCols);
    const name = own ? `bell_${blockRows}x${blockCols}` : `bell_${maskElement(blockRows, blockCols)}`;
    const numbers = [
      matrix.shape.rows,
      width,
      rowStep,
      placeStep,
      valueRowStep,
      valuePlaceStep,
      elementStep,
      blockRows,
      blockCols,
    ];
    return {
      kind: 'launches',
      modules: cudaModules('bell'),
      launches: [
        {
          entryPoint: `${name}_${precision.precision}`,
          grid: [Math.max(1, Math.ceil((own ? blockRowCount : matrix.shape.rows) / blockSize)), 1, 1],
          block: [blockSize, 1, 1],
          sharedBytes: 0,
          arguments: [
            'matrix.blockColIndex',
            'matrix.mask',
            'matrix.values',
            'x',
            'y',
            'alpha',
            'beta',
            ...numbers.map((i32) => ({ i32 })),
          ],
        },
      ],
    };
  },
};

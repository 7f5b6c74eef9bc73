import type { Kernel, KernelContext } from '@spmv/core';
import { valueBytes, WARP } from '@spmv/kernel-kit';
import type { GatherParams } from './cuda-operands.ts';
import {
  gatherAxis,
  packsAxis,
  spmmBlockSizeAxis,
  SUMS_AS_STORED,
  suggestGather,
  suggestPacks,
  suggestTile,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { gatherProgram } from './gather-program.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface SpmmPackedParams extends GatherParams {
  readonly blockSize: number;
}

const ID = 'cuda/spmm-packed';

function partialBytes(context: KernelContext, columns: number): number {
  return context.matrix.scalars['slotCount'] * columns * valueBytes(context);
}

/**
 * Y ← αAX + βY over packed slices: columns take one or two bytes where neighbours are near one another, no slice is long whatever the rows, and
 * the lanes of a slice are shared by as many warps as the columns of X need.
 */
export const cudaPacked: Kernel<'cuda', SpmmPackedParams> = spmmKernel<'cuda', SpmmPackedParams>('cuda', {
  id: ID,
  format: 'packed',
  title: 'Packed slices, lanes over the vectors',
  precisions: SUMS_AS_STORED,
  params: {
    axes: {
      gather: gatherAxis,
      tile: tileAxis,
      packs: packsAxis,
      blockSize: spmmBlockSizeAxis,
    },
    suggest: (context) => ({
      gather: suggestGather(context),
      tile: suggestTile(context),
      packs: suggestPacks(context, 0),
    }),
    reject: tileObstacle,
  },
  program: (context, params) =>
    gatherProgram(ID, context, params, ({ pack, packs, lanesLog, width, columnTiles, vectors }) => {
      const { blockSize } = params;
      const slices = context.matrix.scalars['sliceCount'];
      const blocks = Math.max(1, Math.ceil((slices * WARP * 2 ** lanesLog) / blockSize));
      return {
        module: 'spmm-packed',
        entryPoint: `spmm_packed_v${pack}m${packs}`,
        grid: [blocks * columnTiles, 1, 1],
        blockSize,
        arrays: ['A.slices', 'A.segments', 'A.columns', 'A.values', 'scratch.partials'],
        numbers: { vectors, columnTiles, lanesLog, sliceCount: slices },
        scratch: { partials: partialBytes(context, columnTiles * width) },
      };
    }),
});

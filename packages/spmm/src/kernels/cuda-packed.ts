import type { CudaArgument, Kernel, KernelContext } from '@spmv/core';
import { checkCountable, cudaModules, valueBytes, WARP } from '@spmv/kernel-kit';
import type { GatherParams } from './cuda-operands.ts';
import {
  checkRows,
  gatherAxis,
  operandsOf,
  packsAxis,
  spmmBlockSizeAxis,
  SUMS_AS_STORED,
  suggestGather,
  suggestPacks,
  suggestTile,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface CudaPackedParams extends GatherParams {
  readonly blockSize: number;
}

const ARRAYS = ['A.slices', 'A.segments', 'A.columns', 'A.values', 'scratch.partials'];

function partialBytes(context: KernelContext, columns: number): number {
  return (context.matrix.scalars['slotCount'] as number) * columns * valueBytes(context);
}

/**
 * Y ← αAX + βY over packed slices: columns take one or two bytes where neighbours are near one another, no slice is long whatever the rows, and
 * the lanes of a slice are shared by as many warps as the columns of X need.
 */
export const cudaPacked: Kernel<'cuda', CudaPackedParams> = spmmKernel<'cuda', CudaPackedParams>('cuda', {
  id: 'cuda/spmm-packed',
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
  program(context, params) {
    checkCountable('cuda/spmm-packed', context);
    checkRows('cuda/spmm-packed', context);
    const operands = operandsOf(context, params);
    const { pack, packs, lanesLog, width, columnTiles, vectors, x, steps, before, scratch } = operands;
    const slices = context.matrix.scalars['sliceCount'] as number;
    const blocks = Math.max(1, Math.ceil((slices * WARP * 2 ** lanesLog) / params.blockSize));
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'spmm-packed'),
      launches: [
        ...before,
        {
          entryPoint: `spmm_packed_v${pack}m${packs}_${context.precision.precision}`,
          grid: [blocks * columnTiles, 1, 1],
          block: [params.blockSize, 1, 1],
          sharedBytes: 0,
          arguments: [
            ...ARRAYS,
            x,
            'Y',
            'alpha',
            'beta',
            ...steps,
            ...[vectors, columnTiles, lanesLog, slices].map((value): CudaArgument => ({ i32: value })),
          ],
        },
      ],
      scratch: { ...scratch, partials: partialBytes(context, columnTiles * width) },
    };
  },
});

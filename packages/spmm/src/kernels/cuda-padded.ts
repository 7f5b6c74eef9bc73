import type { CudaLaunchProgram, Kernel, KernelContext } from '@spmv/core';
import { WARP } from '@spmv/kernel-kit';
import type { GatherParams } from './cuda-operands.ts';
import {
  gatherAxis,
  operandsOf,
  packsAxis,
  spmmBlockSizeAxis,
  SUMS_AS_STORED,
  suggestGather,
  suggestPacks,
  suggestTile,
  threadsPerRowAxis,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { gatherProgram } from './gather-program.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface CudaPaddedParams extends GatherParams {
  readonly threadsPerRow: number;
  readonly blockSize: number;
}

/** Entries of a matrix that keeps the whole device busy, whatever the lanes. */
const MANY_ENTRIES = 2 ** 22;
/** Threads up to which more of them hide more latency. */
const ENOUGH_THREADS = 2 ** 20;

/** Fitted to what matrices of 7 thousand to 56 million entries took with 2 … 64 vectors on an H200. */
function suggest(context: KernelContext): Partial<CudaPaddedParams> {
  const { nnz, shape } = context.matrix;
  const packs = suggestPacks(context, nnz >= MANY_ENTRIES ? 64 : 256);
  const found = { gather: suggestGather(context), tile: suggestTile(context), packs };
  const { lanesLog } = operandsOf(context, found);
  const mean = nnz / Math.max(1, shape.rows);
  let threadsPerRow = 1;
  while (threadsPerRow < 8 && (threadsPerRow * 2) << lanesLog <= WARP && threadsPerRow * 4 <= mean) {
    if (threadsPerRow * shape.rows * 2 ** lanesLog >= ENOUGH_THREADS) break;
    threadsPerRow *= 2;
  }
  return { ...found, threadsPerRow, blockSize: 128 };
}

const PARAMS: Kernel<'cuda', CudaPaddedParams>['params'] = {
  axes: {
    gather: gatherAxis,
    tile: tileAxis,
    packs: packsAxis,
    threadsPerRow: threadsPerRowAxis,
    blockSize: spmmBlockSizeAxis,
  },
  suggest,
  reject: (params, context) => {
    const obstacle = tileObstacle(params, context);
    if (obstacle !== undefined) return obstacle;
    const lanes = 2 ** operandsOf(context, params).lanesLog;
    return lanes * params.threadsPerRow > WARP
      ? `${params.threadsPerRow} times ${lanes} lanes are more than a warp`
      : undefined;
  },
};

/** One launch over padded rows. */
function paddedProgram(
  format: string,
  context: KernelContext,
  params: CudaPaddedParams,
  arrays: readonly string[],
  own: Readonly<Record<string, number>>,
): CudaLaunchProgram {
  return gatherProgram(`cuda/spmm-${format}`, context, params, ({ pack, packs, lanesLog, columnTiles, vectors }) => {
    const { threadsPerRow, blockSize } = params;
    const { rows } = context.matrix.shape;
    const blocks = Math.max(1, Math.ceil((rows * (threadsPerRow << lanesLog)) / blockSize));
    return {
      module: 'spmm-padded',
      entryPoint: `spmm_${format}_v${pack}m${packs}`,
      grid: [blocks * columnTiles, 1, 1],
      blockSize,
      arrays: arrays.map((name) => `A.${name}`),
      numbers: { vectors, columnTiles, lanesLog, sharesLog: Math.log2(threadsPerRow), rows, ...own },
    };
  });
}

/** Y ← αAX + βY over sliced ELLPACK: neighbouring rows side by side, lanes over the columns of X and, for few rows, over the entries. */
export const cudaSell: Kernel<'cuda', CudaPaddedParams> = spmmKernel<'cuda', CudaPaddedParams>('cuda', {
  id: 'cuda/spmm-sell',
  format: 'sell',
  title: 'Sliced ELLPACK, lanes over the vectors',
  precisions: SUMS_AS_STORED,
  params: PARAMS,
  program: (context, params) =>
    paddedProgram('sell', context, params, ['sliceStart', 'rowOrder', 'colIndex', 'values'], {
      C: context.matrix.params['C'] as number,
      sorted: context.matrix.params['sigma'] === 1 ? 0 : 1,
    }),
});

/** The same over ELLPACK; in column order its rows are side by side. */
export const cudaEllpack: Kernel<'cuda', CudaPaddedParams> = spmmKernel<'cuda', CudaPaddedParams>('cuda', {
  id: 'cuda/spmm-ellpack',
  format: 'ellpack',
  title: 'ELLPACK, lanes over the vectors',
  precisions: SUMS_AS_STORED,
  params: PARAMS,
  program(context, params) {
    const { scalars, params: stored } = context.matrix;
    const stride = scalars['stride'];
    const byColumns = stored['order'] === 'column';
    return paddedProgram('ellpack', context, params, ['colIndex', 'values'], {
      width: scalars['width'],
      rowStep: byColumns ? 1 : stride,
      placeStep: byColumns ? stride : 1,
    });
  },
});

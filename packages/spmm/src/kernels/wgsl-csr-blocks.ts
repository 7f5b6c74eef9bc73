import type { GpuSource, Axis, Kernel, KernelContext, NamedArrays } from '@spmv/core';
import type { Reduction } from '@spmv/kernel-kit';
import { reductionAxis, reductionExtensions, reductionObstacle, rowObstacle, suggestReduction } from '@spmv/kernel-kit';
import { blockRowsAxis, checkBlockColumns, leastSharedAxis, sharedRowBlocks } from './row-blocks.ts';
import { spmmKernel } from './spmm-kernel.ts';
import type { ColumnParams, WgslSpmmParams } from './wgsl-program.ts';
import {
  AXES,
  checkThreads,
  FILLING_THREADS,
  lanesOf,
  programOf,
  suggested,
  sumsObstacle,
  wgslText,
} from './wgsl-program.ts';

export interface WgslCsrBlocksParams extends ColumnParams {
  readonly neighbours: WgslSpmmParams['neighbours'];
  readonly blockRows: number;
  readonly leastShared: number;
  readonly threadsPerRow: number;
  readonly reduction: Reduction;
}

const ID = 'wgsl/spmm-csr-blocks';
const csrBlocksText = (): GpuSource => wgslText(new URL('../../src/kernels/csr-blocks.wgsl', import.meta.url));
const SHARES = {
  subgroup: (): GpuSource => wgslText(new URL('../../src/kernels/shares-subgroup.wgsl', import.meta.url)),
  workgroup: (): GpuSource => wgslText(new URL('../../src/kernels/shares-workgroup.wgsl', import.meta.url)),
} as const;

const threadsPerRowAxis: Axis<number> = {
  values: [1, 2, 4, 8],
  default: 1,
  doc: "Threads that share the entries of a block of rows, for each four of its columns (the papers' T).",
};

/** Fewer neighbouring threads with one block would read its entries from so many places at once that L1 does not hold their lines. */
const NEIGHBOURING_THREADS = 8;

/**
 * Three rows, and two in df64, whose sums fit as many registers; threads share the entries as long as each has four and the device is not full, or fewer than eight
 * have a block.
 */
function suggest(context: KernelContext): Partial<WgslCsrBlocksParams> {
  const { blockSize, columnsPerThread, neighbours } = suggested(context);
  const { nnz, shape } = context.matrix;
  const blockRows = context.precision.precision === 'df64' ? 2 : 3;
  const lanes = lanesOf(context, { columnsPerThread });
  const threads = Math.ceil(shape.rows / blockRows) * lanes;
  const mean = (nnz / Math.max(1, shape.rows)) * (blockRows / 2);
  // No more than a subgroup has, where there are any: shuffles are cheaper than barriers.
  const most = Math.min(8, context.device.limits['subgroupSize'] ?? 8);
  const isWanted = (given: number): boolean =>
    given * threads < FILLING_THREADS || given * lanes < NEIGHBOURING_THREADS;
  let threadsPerRow = 1;
  while (threadsPerRow * 2 <= most && threadsPerRow * 8 <= mean && isWanted(threadsPerRow)) threadsPerRow *= 2;
  const reduction = suggestReduction(context, threadsPerRow);
  return { blockSize, columnsPerThread, neighbours, blockRows, threadsPerRow, reduction };
}

/**
 * Y ← αAX + βY over blocks of neighbouring rows with one entry for each column that any of them has, so that a row of X is loaded once for all of them: for
 * rows that share columns, as the unknowns of a mesh do. The values are stored again, padded with zeros that are never multiplied.
 */
export const wgslCsrBlocks: Kernel<'wgsl', WgslCsrBlocksParams> = spmmKernel<'wgsl', WgslCsrBlocksParams>('wgsl', {
  id: ID,
  format: 'csr',
  title: 'CSR in blocks of rows that share columns, four vectors a thread',
  params: {
    axes: {
      blockSize: AXES.blockSize,
      columnsPerThread: AXES.columnsPerThread,
      neighbours: AXES.neighbours,
      blockRows: blockRowsAxis,
      leastShared: leastSharedAxis,
      threadsPerRow: threadsPerRowAxis,
      reduction: reductionAxis,
    },
    suggest,
    reject: (params, context) =>
      rowObstacle(params.threadsPerRow, params.blockSize) ??
      reductionObstacle(params.reduction, context, params.threadsPerRow) ??
      sumsObstacle(params, context),
  },
  analyse: (matrix, _, params): NamedArrays => sharedRowBlocks(ID, matrix, params),
  program(context, params) {
    checkBlockColumns(ID, context.matrix);
    const { blockSize, blockRows, threadsPerRow, reduction } = params;
    const blocks = Math.ceil(context.matrix.shape.rows / blockRows);
    const threads = checkThreads(ID, blocks * lanesOf(context, params) * threadsPerRow);
    return {
      ...programOf(context, params, [
        {
          entryPoint: 'csrBlocks',
          text: [csrBlocksText(), SHARES[reduction]()],
          reads: ['auxiliary.blockStart', 'auxiliary.columns', 'auxiliary.blockValues'],
          constants: { blockRows, threadsPerRow },
          groups: Math.ceil(threads / blockSize),
        },
      ]),
      enable: reductionExtensions(reduction),
    };
  },
});

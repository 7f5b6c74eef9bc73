import type { Kernel, KernelContext, NamedArrays, StoredMatrix } from '@spmv/core';
import { valueBytes, WARP } from '@spmv/kernel-kit';
import type { Gather } from './cuda-operands.ts';
import {
  gatherAxis,
  operandsOf,
  spmmBlockSizeAxis,
  SUMS_AS_STORED,
  suggestGather,
  suggestTile,
  threadsPerRowAxis,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { gatherProgram } from './gather-program.ts';
import { blockRowsAxis, checkBlockColumns, leastSharedAxis, sharedRowBlocks } from './row-blocks.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface CudaCsrBlocksParams {
  readonly [name: string]: number | string;
  readonly gather: Gather;
  readonly tile: number;
  readonly blockRows: number;
  readonly leastShared: number;
  readonly threadsPerRow: number;
  readonly blockSize: number;
}

const ID = 'cuda/spmm-csr-blocks';

/** A lane has one pack, for each row of a block a sum. */
const gathered = ({ gather, tile }: CudaCsrBlocksParams) => ({ gather, tile, packs: 1 }) as const;

/** Two rows in f64 and three in f32, whose sums fit as many registers; lanes over the entries as long as each has four. */
function suggest(context: KernelContext): Partial<CudaCsrBlocksParams> {
  const { nnz, shape } = context.matrix;
  const found = { gather: suggestGather(context), tile: Math.min(suggestTile(context), 256 / valueBytes(context)) };
  const { lanesLog } = operandsOf(context, { ...found, packs: 1 });
  const blockRows = context.precision.precision === 'f32' ? 3 : 2;
  const mean = (nnz / Math.max(1, shape.rows)) * (blockRows / 2);
  let threadsPerRow = 1;
  while (threadsPerRow < 8 && (threadsPerRow * 2) << lanesLog <= WARP && threadsPerRow * 8 <= mean) {
    // A device of this class is full.
    if ((threadsPerRow * shape.rows * 2 ** lanesLog) / blockRows >= 2 ** 18) break;
    threadsPerRow *= 2;
  }
  return { ...found, blockRows, threadsPerRow };
}

/**
 * Y ← αAX + βY over blocks of neighbouring rows with one entry for each column that any of them has, so that a row of X is loaded once for all of
 * them: for rows that share columns, as the unknowns of a mesh do. The values are stored again, padded with zeros that are never multiplied.
 */
export const cudaCsrBlocks: Kernel<'cuda', CudaCsrBlocksParams> = spmmKernel<'cuda', CudaCsrBlocksParams>('cuda', {
  id: ID,
  format: 'csr',
  title: 'CSR in blocks of rows that share columns, lanes over the vectors',
  precisions: SUMS_AS_STORED,
  params: {
    axes: {
      gather: gatherAxis,
      tile: tileAxis,
      blockRows: blockRowsAxis,
      leastShared: leastSharedAxis,
      threadsPerRow: threadsPerRowAxis,
      blockSize: spmmBlockSizeAxis,
    },
    suggest,
    reject: (params, context) => {
      const obstacle = tileObstacle(gathered(params), context);
      if (obstacle !== undefined) return obstacle;
      const lanes = 2 ** operandsOf(context, gathered(params)).lanesLog;
      return lanes * params.threadsPerRow > WARP
        ? `${params.threadsPerRow} times ${lanes} lanes are more than a warp`
        : undefined;
    },
  },
  analyse: (matrix: StoredMatrix, _, params): NamedArrays => sharedRowBlocks(ID, matrix, params),
  program(context, params) {
    checkBlockColumns(ID, context.matrix);
    return gatherProgram(ID, context, gathered(params), ({ pack, lanesLog, columnTiles, vectors }) => {
      const { rows } = context.matrix.shape;
      const { blockRows, threadsPerRow, blockSize } = params;
      const threads = Math.ceil(rows / blockRows) * (threadsPerRow << lanesLog);
      return {
        module: 'spmm-csr-blocks',
        entryPoint: `spmm_csr_blocks_v${pack}r${blockRows}`,
        grid: [Math.max(1, Math.ceil(threads / blockSize)) * columnTiles, 1, 1],
        blockSize,
        arrays: ['auxiliary.blockStart', 'auxiliary.columns', 'values = auxiliary.blockValues'],
        numbers: { vectors, columnTiles, lanesLog, sharesLog: Math.log2(threadsPerRow), rows },
      };
    });
  },
});

import type { Kernel, KernelContext, NamedArrays, StoredMatrix } from '@spmv/core';
import { checkCountable, cudaModules, valueBytes, WARP } from '@spmv/kernel-kit';
import type { Gather, Operands } from './cuda-operands.ts';
import {
  checkRows,
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
const operands = (context: KernelContext, params: CudaCsrBlocksParams): Operands =>
  operandsOf(context, gathered(params));

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
      const lanes = 2 ** operands(context, params).lanesLog;
      return lanes * params.threadsPerRow > WARP
        ? `${params.threadsPerRow} times ${lanes} lanes are more than a warp`
        : undefined;
    },
  },
  analyse: (matrix: StoredMatrix, _, params): NamedArrays => sharedRowBlocks(ID, matrix, params),
  program(context, params) {
    checkCountable(ID, context);
    checkRows(ID, context);
    checkBlockColumns(ID, context.matrix);
    const { rows } = context.matrix.shape;
    const { pack, lanesLog, columnTiles, vectors, x, steps, before, scratch } = operands(context, params);
    const { blockRows, threadsPerRow, blockSize } = params;
    const threads = Math.ceil(rows / blockRows) * (threadsPerRow << lanesLog);
    const ints = [vectors, columnTiles, lanesLog, Math.log2(threadsPerRow), rows];
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'spmm-csr-blocks'),
      launches: [
        ...before,
        {
          entryPoint: `spmm_csr_blocks_v${pack}r${blockRows}_${context.precision.precision}`,
          grid: [Math.max(1, Math.ceil(threads / blockSize)) * columnTiles, 1, 1],
          block: [blockSize, 1, 1],
          sharedBytes: 0,
          arguments: [
            'auxiliary.blockStart',
            'auxiliary.columns',
            'auxiliary.blockValues',
            x,
            'Y',
            'alpha',
            'beta',
            ...steps,
            ...ints.map((value) => ({ i32: value })),
          ],
        },
      ],
      scratch,
    };
  },
});

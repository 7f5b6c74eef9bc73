import type { Axis, Kernel, KernelContext, NamedArrays, StoredMatrix } from '@spmv/core';
import { SpmvError } from '@spmv/core';
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
import { COLUMN_BITS, countBlockEntries, rowBlocks } from './row-blocks.ts';
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

const blockRowsAxis: Axis<number> = {
  values: [2, 3],
  default: 2,
  doc: 'Neighbouring rows for which a row of X is loaded once.',
};
const leastSharedAxis: Axis<number> = {
  values: [0.25, 0],
  default: 0.25,
  range: { min: 0, max: 1, integer: false },
  doc: 'Smallest share of entries whose column a row of the same block has, too; below it the kernel refuses.',
};

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
  analyse(matrix: StoredMatrix, _, { blockRows, leastShared }): NamedArrays {
    const nnz = (matrix.arrays['rowStart'] as Int32Array).at(-1) ?? 0;
    const count = countBlockEntries(matrix, blockRows);
    const shared = 1 - count / Math.max(1, nnz);
    if (shared < leastShared)
      throw new SpmvError(
        'KERNEL.REFUSED',
        `Kernel '${ID}' needs rows that share columns: ${Math.round(shared * 100)} % of the entries share theirs with a row before in a block of ${blockRows}, less than ${leastShared * 100} % (leastShared).`,
        { fix: 'Use cuda/spmm-csr, or lower leastShared.', details: { kernel: ID, shared, leastShared, blockRows } },
      );
    return rowBlocks(matrix, blockRows, count);
  },
  program(context, params) {
    checkCountable(ID, context);
    checkRows(ID, context);
    const { cols, rows } = context.matrix.shape;
    if (cols > 2 ** COLUMN_BITS)
      throw new SpmvError(
        'KERNEL.REFUSED',
        `Kernel '${ID}' can count to ${2 ** COLUMN_BITS} columns, but there are ${cols}.`,
        {
          fix: 'Use cuda/spmm-csr.',
          details: { kernel: ID, cols, limit: 2 ** COLUMN_BITS },
        },
      );
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

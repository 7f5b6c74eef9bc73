import type { Axis, Kernel, KernelContext, NamedArrays, Params, StoredMatrix } from '@spmv/core';
import { checkCountable, cudaModules, valueBytes } from '@spmv/kernel-kit';
import type { Gather } from './cuda-operands.ts';
import {
  checkRows,
  gatherAxis,
  operandsOf,
  stepObstacle,
  SUMS_AS_STORED,
  suggestGather,
  suggestTile,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { entryEnds, entryShares } from './entry-shares.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface CudaCsrEntriesParams extends Params {
  readonly gather: Gather;
  readonly tile: number;
  readonly share: number;
  readonly ends: 'rows' | 'bits';
  readonly blockSize: number;
}

const ID = 'cuda/spmm-csr-entries';

const blockSizeAxis: Axis<number> = {
  values: [64, 128, 256],
  default: 128,
  doc: "Threads per block (the papers' BS).",
};

/** Threads of a block for which the kernel by bits was compiled. */
const MOST_THREADS_BY_BITS = 128;

function bitsObstacle(params: CudaCsrEntriesParams, context: KernelContext): string | undefined {
  if (params.blockSize > MOST_THREADS_BY_BITS) return `${params.blockSize} threads are too many for ends by bits`;
  return stepObstacle(context, gathered(params));
}

/** A lane has one pack: with two, the loads of a round would not fit its registers. */
const gathered = ({ gather, tile }: CudaCsrEntriesParams) => ({ gather, tile, packs: 1 }) as const;

/**
 * Short shares hide what a group waits for and are done sooner where there are few; long ones leave fewer sums of rows that go on. Bits are used where rows of X are
 * less than 4 GiB apart. Fitted to six graphs of 0.1 to 1.1 million entries on an H200.
 */
function suggestShare(context: KernelContext): Pick<CudaCsrEntriesParams, 'share' | 'ends' | 'blockSize'> {
  const { nnz } = context.matrix;
  const tile = suggestTile(context);
  const isShort = nnz < 2 ** 17 || (tile * valueBytes(context) < 256 && nnz < 2 ** 20);
  const obstacle = stepObstacle(context, { gather: suggestGather(context), tile, packs: 1 });
  return { share: isShort ? 32 : 64, ends: obstacle === undefined ? 'bits' : 'rows', blockSize: 64 };
}

/**
 * Y ← αAX + βY over CSR in equal shares of entries: groups of lanes walk over them whatever the rows, and rows of several shares are put together in
 * their order. For rows that differ much and wide X, where one row of A is more than a group should do alone; no atomic addition. Keeps the row of each
 * entry besides.
 */
export const cudaCsrEntries: Kernel<'cuda', CudaCsrEntriesParams> = spmmKernel<'cuda', CudaCsrEntriesParams>('cuda', {
  id: ID,
  format: 'csr',
  title: 'CSR in equal shares of entries, lanes over the vectors',
  precisions: SUMS_AS_STORED,
  params: {
    axes: {
      gather: gatherAxis,
      tile: tileAxis,
      share: { values: [32, 64, 128, 256], default: 64, doc: 'Entries that a group of lanes has.' },
      ends: {
        values: ['rows', 'bits'],
        default: 'rows',
        doc: 'How a group knows where rows end: by the row of each entry, loaded by one lane each; or by a bit for each, with eight columns and values at once.',
      },
      blockSize: blockSizeAxis,
    },
    suggest: (context) => ({
      gather: suggestGather(context),
      tile: suggestTile(context),
      ...suggestShare(context),
    }),
    reject: (params, context) =>
      tileObstacle(gathered(params), context) ?? (params.ends === 'bits' ? bitsObstacle(params, context) : undefined),
  },
  analyse(matrix: StoredMatrix, context, params): NamedArrays {
    const perBlock = params.blockSize >> operandsOf(context, gathered(params)).lanesLog;
    const made = params.ends === 'bits' ? entryEnds : entryShares;
    return made(matrix.arrays['rowStart'] as Int32Array, params.share, perBlock);
  },
  program(context, params) {
    checkCountable(ID, context);
    checkRows(ID, context);
    const { pack, lanesLog, width, columnTiles, vectors, x, steps, before, scratch } = operandsOf(
      context,
      gathered(params),
    );
    const { share, ends, blockSize } = params;
    const stem = ends === 'bits' ? 'csr-ends' : 'csr-entries';
    const [perShare, auxiliary] = ends === 'bits' ? [2, ['ends', 'rows']] : [1, ['rowIndex']];
    const { nnz } = context.matrix;
    const shareCount = Math.ceil(nnz / share);
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, `spmm-${stem}`),
      launches: [
        ...before,
        {
          entryPoint: `spmm_${stem.replace('-', '_')}_v${pack}_${context.precision.precision}`,
          grid: { elements: 'auxiliary.shares', perBlock: (perShare * (blockSize >> lanesLog)) / columnTiles },
          block: [blockSize, 1, 1],
          sharedBytes: ends === 'bits' ? blockSize * pack * valueBytes(context) : 0,
          arguments: [
            'auxiliary.shares',
            ...auxiliary.map((name) => `auxiliary.${name}`),
            'A.colIndex',
            'A.values',
            'scratch.partials',
            x,
            'Y',
            'alpha',
            'beta',
            ...steps,
            ...[nnz, shareCount, vectors, columnTiles, lanesLog, share].map((value) => ({ i32: value })),
          ],
        },
      ],
      scratch: { ...scratch, partials: shareCount * columnTiles * width * valueBytes(context) },
    };
  },
});

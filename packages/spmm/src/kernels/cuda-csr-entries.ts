import type { Axis, Kernel, KernelContext, NamedArrays, Params, StoredMatrix } from '@spmv/core';
import { valueBytes } from '@spmv/kernel-kit';
import type { Gather } from './cuda-operands.ts';
import {
  gatherAxis,
  operandsOf,
  stepObstacle,
  SUMS_AS_STORED,
  suggestGather,
  suggestTile,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { entryShares } from './entry-shares.ts';
import { gatherProgram } from './gather-program.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface CudaCsrEntriesParams extends Params {
  readonly gather: Gather;
  readonly tile: number;
  readonly share: number;
  readonly blockSize: number;
}

const ID = 'cuda/spmm-csr-entries';

/** Sums of a thread in shared memory: of eight rows that end in a round, and of the share's first row. */
const KEPT_SUMS = 9;

const blockSizeAxis: Axis<number> = {
  values: [64, 128],
  default: 64,
  doc: "Threads per block (the papers' BS).",
};

/** A lane has one pack: with two, the loads of a round would not fit its registers. */
const gathered = ({ gather, tile }: CudaCsrEntriesParams) => ({ gather, tile, packs: 1 }) as const;

/** Rows of X that are too far apart for the kernel are laid together first. */
function suggestNear(context: KernelContext): Gather {
  const gather = suggestGather(context);
  const usual = { gather, tile: suggestTile(context), packs: 1 };
  return stepObstacle(context, usual) === undefined ? gather : 'rows';
}

/** Threads that a multiprocessor holds at once by the registers of the kernel, and how many there are where the device does not say. */
const HELD_THREADS = 640;
const MULTIPROCESSORS = 132;
const SHARES = [16, 24, 32, 40, 48, 64, 128, 256];

/**
 * The shortest shares that a device holds all at once, so that every multiprocessor has as much to do and none begins anew when others are done. Where that takes more
 * than 40 entries, 40, and 64 where a row of X has 512 bytes, so that a part of a row has as many, too. Fitted to six graphs of 0.1 to 1.1 million entries on an H200.
 */
function suggestShare(context: KernelContext): number {
  const tile = suggestTile(context);
  const { lanesLog, columnTiles } = operandsOf(context, { gather: suggestNear(context), tile, packs: 1 });
  const held = ((context.device.limits['multiprocessors'] ?? MULTIPROCESSORS) * HELD_THREADS) >> lanesLog;
  const least = (context.matrix.nnz * columnTiles) / held;
  const most = tile * valueBytes(context) >= 512 ? 64 : 40;
  return SHARES.find((share) => share >= Math.min(least, most)) as number;
}

/**
 * Y ← αAX + βY over CSR in equal shares of entries: groups of lanes walk over them whatever the rows, and rows of several shares are put together in
 * their order. For rows that differ much and wide X, where one row of A is more than a group should do alone; no atomic addition. Keeps a bit for each
 * entry and the number of each row besides.
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
      share: { values: SHARES, default: 64, doc: 'Entries that a group of lanes has.' },
      blockSize: blockSizeAxis,
    },
    suggest: (context) => ({
      gather: suggestNear(context),
      tile: suggestTile(context),
      share: suggestShare(context),
    }),
    reject: (params, context) => tileObstacle(gathered(params), context) ?? stepObstacle(context, gathered(params)),
  },
  analyse(matrix: StoredMatrix, context, params): NamedArrays {
    const perBlock = params.blockSize >> operandsOf(context, gathered(params)).lanesLog;
    return entryShares(matrix.arrays['rowStart'] as Int32Array, params.share, perBlock);
  },
  program: (context, params) =>
    gatherProgram(ID, context, gathered(params), ({ pack, lanesLog, width, columnTiles, vectors }) => {
      const { share, blockSize } = params;
      const { nnz } = context.matrix;
      const shareCount = Math.ceil(nnz / share);
      return {
        module: 'spmm-csr-entries',
        entryPoint: `spmm_csr_entries_v${pack}`,
        grid: { elements: 'auxiliary.shares', perBlock: (2 * (blockSize >> lanesLog)) / columnTiles },
        blockSize,
        sharedBytes: KEPT_SUMS * blockSize * pack * valueBytes(context),
        arrays: ['auxiliary.shares', 'auxiliary.ends', 'auxiliary.rows', 'A.colIndex', 'A.values', 'scratch.partials'],
        numbers: { nnz, shareCount, vectors, columnTiles, lanesLog, size: share },
        scratch: { partials: shareCount * columnTiles * width * valueBytes(context) },
      };
    }),
});

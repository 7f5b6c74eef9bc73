import type { Kernel, KernelContext, NamedArrays, StoredMatrix } from '@spmv/core';
import { checkCountable, cudaModules, tilesOf, valueBytes } from '@spmv/kernel-kit';
import type { GatherParams } from './cuda-operands.ts';
import {
  checkRows,
  gatherAxis,
  operandsOf,
  packsAxis,
  SUMS_AS_STORED,
  suggestGather,
  suggestTile,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface CudaCsrParams extends GatherParams {
  readonly capacity: number;
  readonly blockSize: number;
}

/** Blocks of a multiprocessor below which smaller tiles fill the device better. */
const BLOCKS_EACH = 8;

function suggestCapacity({ matrix, device }: KernelContext): number {
  const blocks = BLOCKS_EACH * (device.limits['multiprocessors'] ?? 100);
  let capacity = 128;
  while (capacity < 512 && capacity * 2 * blocks < matrix.nnz) capacity *= 2;
  return capacity;
}

/**
 * Partial sums of split rows, empty at first: a number for each slot and column. They are counted here because how many
 * rows are split is not known from the sizes.
 */
function partialsOf(places: Int32Array, context: KernelContext, params: CudaCsrParams): Int32Array {
  const { columnTiles, width } = operandsOf(context, params);
  // The last part of a row has the number after those before it.
  const slots = places.at(-2) ?? 0;
  return new Int32Array(Math.max(1, (slots * columnTiles * width * valueBytes(context)) / 4));
}

/**
 * Y ← αAX + βY over CSR in tiles of equal work, a block a tile: its entries go through shared memory, and groups of lanes, each with some columns
 * of X, take equal shares of them. No row pattern unbalances it; no atomic addition; one launch, or two where X is copied by rows first.
 */
export const cudaCsr: Kernel<'cuda', CudaCsrParams> = spmmKernel<'cuda', CudaCsrParams>('cuda', {
  id: 'cuda/spmm-csr',
  format: 'csr',
  title: 'CSR in tiles of equal work, lanes over the vectors',
  precisions: SUMS_AS_STORED,
  params: {
    axes: {
      gather: gatherAxis,
      tile: tileAxis,
      packs: packsAxis,
      capacity: { values: [128, 256, 512, 1024], default: 512, doc: 'Most entries of a tile.' },
      blockSize: { values: [64, 128, 256, 512], default: 128, doc: "Threads per block (the papers' BS)." },
    },
    suggest: (context) => ({
      gather: suggestGather(context),
      tile: suggestTile(context),
      capacity: suggestCapacity(context),
    }),
    reject: tileObstacle,
  },
  analyse(matrix: StoredMatrix, context, params): NamedArrays {
    const { tiles, places } = tilesOf(matrix.arrays['rowStart'] as Int32Array, params.capacity);
    return { tiles, places, partials: partialsOf(places, context, params) };
  },
  program(context, params) {
    checkCountable('cuda/spmm-csr', context);
    checkRows('cuda/spmm-csr', context);
    const operands = operandsOf(context, params);
    const { pack, packs, lanesLog, columnTiles, vectors, steps, before, scratch } = operands;
    const { capacity, blockSize } = params;
    const bytes = valueBytes(context);
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'spmm-csr'),
      launches: [
        ...before,
        {
          entryPoint: `spmm_csr_v${pack}m${packs}_${context.precision.precision}`,
          grid: { elements: 'auxiliary.tiles', perBlock: 4 / columnTiles },
          block: [blockSize, 1, 1],
          sharedBytes: 2 * blockSize * packs * pack * bytes + capacity * (bytes + 4) + (blockSize >> lanesLog) * 4,
          arguments: [
            'auxiliary.tiles',
            'auxiliary.places',
            'A.rowStart',
            'A.colIndex',
            'A.values',
            'auxiliary.partials',
            operands.x,
            'Y',
            'alpha',
            'beta',
            ...steps,
            ...[vectors, columnTiles, lanesLog, capacity].map((value) => ({ i32: value })),
          ],
        },
      ],
      scratch,
    };
  },
});

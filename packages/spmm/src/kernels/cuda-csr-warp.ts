import type { Axis, Kernel, KernelContext, NamedArrays, StoredMatrix } from '@spmv/core';
import { tilesOf, valueBytes, WARP } from '@spmv/kernel-kit';
import type { GatherParams } from './cuda-operands.ts';
import {
  gatherAxis,
  packsAxis,
  partialsOf,
  spmmBlockSizeAxis,
  stepObstacle,
  SUMS_AS_STORED,
  suggestCapacity,
  suggestGather,
  suggestPacks,
  suggestTile,
  tileAxis,
  tileObstacle,
} from './cuda-operands.ts';
import { gatherProgram } from './gather-program.ts';
import { spmmKernel } from './spmm-kernel.ts';

export interface CudaCsrWarpParams extends GatherParams {
  readonly capacity: number;
  readonly entries: 'arrays' | 'pairs';
  readonly blockSize: number;
}

const ID = 'cuda/spmm-csr-warp';

const capacityAxis: Axis<number> = {
  values: [32, 64, 128, 256, 512],
  default: 256,
  doc: 'Most entries of a tile, which has 32 rows at most.',
};

const entriesAxis: Axis<CudaCsrWarpParams['entries']> = {
  values: ['arrays', 'pairs'],
  default: 'arrays',
  doc: 'How entries lie in shared memory: columns and values apart, or each beside the other, loaded at once and in steps without tests while all of their entries are there.',
};

/** Bytes of a column and a value there. */
function entryBytes(context: KernelContext, { entries }: Pick<CudaCsrWarpParams, 'entries'>): number {
  return entries === 'pairs' ? 2 * valueBytes(context) : valueBytes(context) + 4;
}

/**
 * Pairs take less time, 0.80 to 0.96 of it (up to 1.16 where columns are random), but where they take so much shared memory that fewer blocks are on a multiprocessor: 512 pairs in f64 are 33 KB a
 * block of four warps, six blocks where registers leave room for eight, 1.07. With two packs registers are the limit anyhow. Measured on an H200.
 */
function suggestEntries(context: KernelContext, packs: number, capacity: number): CudaCsrWarpParams['entries'] {
  const isHeldBack = packs === 1 && capacity * entryBytes(context, { entries: 'pairs' }) > 4096;
  const usual = { gather: suggestGather(context), tile: suggestTile(context), packs };
  return isHeldBack || stepObstacle(context, usual) !== undefined ? 'arrays' : 'pairs';
}

/** Whole blocks of tiles: tiles of rows below 0 fill up the last. */
function fillBlocks(tiles: Int32Array, perBlock: number): Int32Array {
  const filled = new Int32Array(Math.ceil(tiles.length / (4 * perBlock)) * 4 * perBlock).fill(-1);
  filled.set(tiles);
  return filled;
}

/**
 * Y ← αAX + βY over CSR in tiles of a warp: their entries go through shared memory of the warp's own, and groups of lanes have a row at a time or
 * share one, as takes fewer steps. No block waits for its warps, so rows of a few entries and rows without any cost little; no atomic addition.
 */
export const cudaCsrWarp: Kernel<'cuda', CudaCsrWarpParams> = spmmKernel<'cuda', CudaCsrWarpParams>('cuda', {
  id: ID,
  format: 'csr',
  title: 'CSR in tiles of a warp, lanes over the vectors',
  precisions: SUMS_AS_STORED,
  params: {
    axes: {
      gather: gatherAxis,
      tile: tileAxis,
      packs: packsAxis,
      capacity: capacityAxis,
      entries: entriesAxis,
      blockSize: spmmBlockSizeAxis,
    },
    suggest(context) {
      const packs = suggestPacks(context, 256);
      // About two thousand tiles fill the device; larger ones keep their warps busy for longer.
      const capacity = suggestCapacity(context.matrix.nnz / 2048, 32, context.matrix.nnz < 2 ** 23 ? 256 : 512);
      const entries = suggestEntries(context, packs, capacity);
      return { gather: suggestGather(context), tile: suggestTile(context), packs, capacity, entries };
    },
    reject: (params, context) =>
      tileObstacle(params, context) ?? (params.entries === 'pairs' ? stepObstacle(context, params) : undefined),
  },
  analyse(matrix: StoredMatrix, context, params): NamedArrays {
    const { tiles, places } = tilesOf(matrix.arrays['rowStart'] as Int32Array, params.capacity, WARP);
    return {
      tiles: fillBlocks(tiles, params.blockSize / WARP),
      places,
      partials: partialsOf(places, context, params),
    };
  },
  program: (context, params) =>
    gatherProgram(ID, context, params, ({ pack, packs, lanesLog, columnTiles, vectors }) => {
      const { capacity, entries, blockSize } = params;
      const warps = blockSize / WARP;
      return {
        module: 'spmm-csr-warp',
        entryPoint: `spmm_csr_warp${entries === 'pairs' ? '_pairs' : ''}_v${pack}m${packs}`,
        grid: { elements: 'auxiliary.tiles', perBlock: (4 * warps) / columnTiles },
        blockSize,
        sharedBytes: warps * capacity * entryBytes(context, params),
        arrays: ['auxiliary.tiles', 'auxiliary.places', 'A.rowStart', 'A.colIndex', 'A.values', 'auxiliary.partials'],
        numbers: { vectors, columnTiles, lanesLog, capacity },
      };
    }),
});

import type { Kernel, KernelContext, NamedArrays, StoredMatrix } from '@spmv/core';
import { tilesOf, valueBytes } from '@spmv/kernel-kit';
import type { GatherParams } from './cuda-operands.ts';
import {
  gatherAxis,
  packsAxis,
  partialsOf,
  spmmBlockSizeAxis,
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
import { transposedIndex } from './transposed-index.ts';

export interface CudaCsrParams extends GatherParams {
  readonly capacity: number;
  readonly blockSize: number;
}

/** Tiles of these rows, and partial sums of split rows. They are counted here because how many rows are split is not known from the sizes. */
function tilesAndPartials(rowStart: Int32Array, context: KernelContext, params: CudaCsrParams): NamedArrays {
  const { tiles, places } = tilesOf(rowStart, params.capacity);
  return { tiles, places, partials: partialsOf(places, context, params) };
}

/** What differs between A and its transpose: where rows begin, columns, and which value each entry has. */
interface Variant {
  readonly id: string;
  readonly title: string;
  readonly transpose: boolean;
  readonly rowStart: string;
  readonly colIndex: string;
  readonly order: string;
}

function csrKernel({ id, title, transpose, rowStart, colIndex, order }: Variant): Kernel<'cuda', CudaCsrParams> {
  return spmmKernel<'cuda', CudaCsrParams>('cuda', {
    id,
    format: 'csr',
    title,
    options: { transpose },
    precisions: SUMS_AS_STORED,
    params: {
      axes: {
        gather: gatherAxis,
        tile: tileAxis,
        packs: packsAxis,
        capacity: { values: [64, 128, 256, 512, 1024], default: 512, doc: 'Most entries of a tile.' },
        blockSize: spmmBlockSizeAxis,
      },
      suggest: (context) => ({
        gather: suggestGather(context),
        tile: suggestTile(context),
        packs: suggestPacks(context, 256),
        // Small tiles fill the device where there are few entries; large ones wait less often for the last of their warps.
        capacity: suggestCapacity(context.matrix.nnz / 1024, 64, context.matrix.nnz < 2 ** 22 ? 512 : 1024),
      }),
      reject: tileObstacle,
    },
    analyse(matrix: StoredMatrix, context, params): NamedArrays {
      if (!transpose) return tilesAndPartials(matrix.arrays['rowStart'] as Int32Array, context, params);
      const index = transposedIndex(matrix);
      return { ...index, ...tilesAndPartials(index.rowStart, context, params) };
    },
    program: (context, params) =>
      gatherProgram(id, context, params, ({ pack, packs, lanesLog, columnTiles, vectors }) => {
        const { capacity, blockSize } = params;
        const bytes = valueBytes(context);
        return {
          module: 'spmm-csr',
          entryPoint: `spmm_csr_v${pack}m${packs}`,
          grid: { elements: 'auxiliary.tiles', perBlock: 4 / columnTiles },
          blockSize,
          sharedBytes: 2 * blockSize * packs * pack * bytes + capacity * (bytes + 4) + (blockSize >> lanesLog) * 4,
          arrays: [
            'auxiliary.tiles',
            'auxiliary.places',
            rowStart,
            colIndex,
            `order = ${order}`,
            'A.values',
            'auxiliary.partials',
          ],
          numbers: { vectors, columnTiles, lanesLog, capacity, ordered: Number(transpose) },
        };
      }),
  });
}

/**
 * Y ← αAX + βY over CSR in tiles of equal work, a block a tile: its entries go through shared memory, and groups of lanes, each with some columns
 * of X, take equal shares of them. No row pattern unbalances it; no atomic addition; one launch, or two where X is copied by rows first.
 */
export const cudaCsr: Kernel<'cuda', CudaCsrParams> = csrKernel({
  id: 'cuda/spmm-csr',
  title: 'CSR in tiles of equal work, lanes over the vectors',
  transpose: false,
  rowStart: 'A.rowStart',
  colIndex: 'A.colIndex',
  // Not read.
  order: 'A.colIndex',
});

/**
 * Y ← αAᵀX + βY in the same way: an index of eight bytes an entry, made once, has the entries of each column, whose values are gathered from
 * where they are. Sums are taken in one order, as those of A are.
 */
export const cudaCsrTransposed: Kernel<'cuda', CudaCsrParams> = csrKernel({
  id: 'cuda/spmm-csr-transposed',
  title: 'CSR transposed, by an index of the columns, in tiles of equal work',
  transpose: true,
  rowStart: 'auxiliary.rowStart',
  colIndex: 'auxiliary.colIndex',
  order: 'auxiliary.order',
});

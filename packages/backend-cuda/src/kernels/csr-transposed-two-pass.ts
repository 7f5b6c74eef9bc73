import type { Kernel, NamedArrays, Params, StoredMatrix } from '@spmv/core';
import {
  columnOrder,
  cudaKernel,
  cudaModules,
  mostPartialSums,
  rowGroupsOf,
  ROWS,
  tilesOf,
  valueBytes,
  WARP,
} from '@spmv/kernel-kit';
import { rowOffsets } from './column-pieces.ts';
import { columnTileParams, largestTile, mostShared } from './csr-transposed.ts';
import { productRunsOf } from './product-runs.ts';

/** Parameters of kernel `cuda/csr-transposed-two-pass`. */
export interface CsrTransposedTwoPassParams extends Params {
  readonly capacity: number;
  readonly columnCapacity: number;
  readonly blockSize: number;
}

const CAPACITIES = [1024, 2048, 4096, 8192, 16384] as const;
const COLUMN_CAPACITIES = [1024, 2048, 4096, 8192] as const;

/** What both passes read besides values: the tiles of both, and where products are. */
function analyse(
  { arrays, shape }: StoredMatrix,
  { capacity, columnCapacity }: CsrTransposedTwoPassParams,
): NamedArrays {
  const starts = arrays['rowStart'] as Int32Array;
  const colIndex = arrays['colIndex'] as Int32Array;
  const nnz = colIndex.length;
  const rowTiles = Math.ceil(nnz / capacity);
  const { order, start } = columnOrder({ colIndex, cols: shape.cols });
  const { tiles, places } = tilesOf(start, columnCapacity);
  const productSlots = new Uint16Array(WARP * Math.ceil(nnz / WARP));
  const runs = productRunsOf(
    tiles,
    nnz,
    Int32Array.from({ length: rowTiles }, (_, t) => t * capacity),
    (p) => Math.floor((order[p] as number) / capacity),
    (p, product) => void (productSlots[order[p] as number] = product % capacity),
  );
  const { groups, filledRows } = rowGroupsOf(starts);
  return {
    rowOffset: rowOffsets(filledRows, starts, capacity, rowTiles),
    productSlots,
    rowGroups: groups,
    filledRows,
    tiles,
    places,
    columnStart: start,
    ...runs,
  };
}

/**
 * y ← αAᵀx + βy over CSR for matrices whose columns are anywhere, every number added in an order that never changes: products of a tile of entries
 * are put in the order of tiles of columns and written, and added up by those. All memory is read and written in order, about 2·value + 4.6 bytes an
 * entry more than the values, and a sum costs no sector of y of its own. The index is made once when an operator is prepared. Two launches; no
 * atomic addition.
 */
export const csrTransposedTwoPass: Kernel<'cuda', CsrTransposedTwoPassParams> = cudaKernel<CsrTransposedTwoPassParams>({
  id: 'cuda/csr-transposed-two-pass',
  options: ROWS.spread,
  modules: cudaModules(import.meta.url, 'csr-transposed-two-pass'),
  format: 'csr',
  title: 'CSR transposed in two passes: products by tiles of columns, then their sums',
  sources: [
    {
      title:
        'S. Beamer, K. Asanović, D. Patterson, Reducing PageRank communication via propagation blocking, IPDPS 2017',
    },
  ],
  params: {
    axes: {
      capacity: columnTileParams.axes.capacity,
      columnCapacity: {
        values: COLUMN_CAPACITIES,
        default: 1024,
        doc: 'Most entries of a tile of columns, whose products are in shared memory.',
      },
      blockSize: columnTileParams.axes.blockSize,
    },
    suggest: (context) => ({
      // The larger the tiles of both passes, the longer the runs.
      capacity: largestTile(context, CAPACITIES, 3),
      columnCapacity: largestTile(context, COLUMN_CAPACITIES, 3),
      blockSize: 512,
    }),
    reject: ({ capacity, columnCapacity }, context) => {
      const bytes = Math.max(capacity, columnCapacity) * valueBytes(context);
      return bytes > mostShared(context)
        ? `a block would need ${bytes} bytes of shared memory, and the device has ${mostShared(context)}`
        : undefined;
    },
  },
  analyse: (matrix, _context, params): NamedArrays => analyse(matrix, params),
  launch: (context, { capacity, columnCapacity, blockSize }) => {
    const { nnz } = context.matrix;
    return {
      launches: [
        {
          entryPoint: 'csr_transposed_products',
          grid: { elements: 'auxiliary.rowOffset', perBlock: 1 },
          block: [blockSize, 1, 1],
          sharedBytes: capacity * valueBytes(context),
          arrays: [
            'auxiliary.rowOffset',
            'slots = auxiliary.productSlots',
            'groups = auxiliary.rowGroups',
            'auxiliary.filledRows',
            'values',
            'scratch.products',
          ],
          operands: 'x',
          numbers: { capacity, nnz },
        },
        {
          entryPoint: 'csr_transposed_sums',
          grid: { elements: 'auxiliary.tiles', perBlock: 4 },
          block: [blockSize, 1, 1],
          sharedBytes: Math.max(columnCapacity, WARP) * valueBytes(context),
          arrays: [
            ...['tiles', 'places'].map((name) => `auxiliary.${name}`),
            'rowStart = auxiliary.columnStart',
            ...['groups', 'ahead', 'slots'].map((name) => `auxiliary.${name}`),
            'scratch.products',
            'scratch.partials',
          ],
          operands: 'y',
        },
      ],
      scratch: {
        products: nnz * valueBytes(context),
        partials: mostPartialSums(nnz, columnCapacity) * valueBytes(context),
      },
    };
  },
});

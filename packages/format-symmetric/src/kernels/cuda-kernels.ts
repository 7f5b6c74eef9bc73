import type { Kernel, KernelContext, NamedArrays, Params } from '@spmv/core';
import { numbersOf, valueArray } from '@spmv/core';
import {
  cudaAnyBlockSizeAxis,
  cudaKernel,
  cudaModules,
  lanesObstacle,
  mostPartialSums,
  oneDimensional,
  sumsAsStored,
  tilesOf,
  valueBytes,
  WARP,
} from '@spmv/kernel-kit';
import { symmetric } from '../symmetric.ts';
import { MOST_ENTRIES, symmetricTilesOf } from './symmetric-tiles.ts';

const COMMON = { format: 'symmetric', sources: symmetric.sources } as const;

export interface SymmetricTileParams extends Params {
  readonly capacity: number;
  readonly blockSize: number;
}

const CAPACITIES = [1024, 2048, 4096, 8192, 16_384, MOST_ENTRIES] as const;

/** Most sums of a tile of the second pass, and its threads. */
const ELEMENT_CAPACITY = 1024;
const ELEMENT_BLOCK = 256;

const SCALE_BLOCK = 256;

/** An entry has two products. */
const bytesOf = (capacity: number, context: KernelContext): number => 2 * capacity * valueBytes(context);
const mostShared = ({ device }: KernelContext): number => device.limits['maxSharedBytes'] ?? 48 * 1024;
const skewOf = ({ matrix }: KernelContext): number => matrix.scalars['skew'];

/** Tiles as large as leave a multiprocessor three of them: the more rows a tile has, the fewer runs there are. But two for each multiprocessor. */
function suggestCapacity(context: KernelContext): number {
  const tiles = 2 * (context.device.limits['multiprocessors'] ?? 100);
  return (
    CAPACITIES.findLast(
      (capacity) =>
        bytesOf(capacity, context) * 3 <= mostShared(context) && capacity * tiles <= context.matrix.scalars['stored'],
    ) ?? CAPACITIES[0]
  );
}

const cudaTiles: Kernel<'cuda', SymmetricTileParams> = cudaKernel<SymmetricTileParams>({
  ...COMMON,
  id: 'cuda/symmetric',
  title: 'Lower triangle in tiles, added up by elements of y',
  modules: cudaModules(import.meta.url, 'symmetric'),
  precisions: sumsAsStored('cuda'),
  params: {
    axes: {
      capacity: {
        values: CAPACITIES,
        usual: [1024, 2048, 4096],
        default: 1024,
        doc: 'Entries of a tile, whose products, two of each, are in shared memory.',
      },
      blockSize: { values: [256, 512, 1024], default: 256, doc: 'Threads per block (BS) of the first pass.' },
    },
    suggest: (context) => {
      const capacity = suggestCapacity(context);
      return { capacity, blockSize: capacity >= 4096 ? 512 : 256 };
    },
    reject: ({ capacity }, context) =>
      bytesOf(capacity, context) > mostShared(context)
        ? `a block would need ${bytesOf(capacity, context)} bytes of shared memory, and the device has ${mostShared(context)}`
        : undefined,
  },
  analyse: (matrix, { precision }, { capacity }): NamedArrays => {
    const found = symmetricTilesOf(matrix, capacity);
    const { tiles, places } = tilesOf(found.elementStart, ELEMENT_CAPACITY);
    const sums = valueArray(matrix.valueType, numbersOf(precision.precision, found.places.length + 1));
    return { ...found, elementTiles: tiles, elementPlaces: places, sums };
  },
  launch: (context, { capacity, blockSize }) => ({
    launches: [
      {
        entryPoint: 'symmetric_tiles',
        grid: { elements: 'auxiliary.tiles', perBlock: 4 },
        block: [blockSize, 1, 1],
        sharedBytes: bytesOf(capacity, context),
        arrays: [
          ...['tiles', 'slots', 'groups', 'filledRows'].map((name) => `auxiliary.${name}`),
          'colIndex',
          'values',
          ...['runs', 'places', 'sums'].map((name) => `auxiliary.${name}`),
        ],
        operands: 'x',
        numbers: { capacity, skew: skewOf(context) },
      },
      {
        entryPoint: 'symmetric_elements',
        grid: { elements: 'auxiliary.elementTiles', perBlock: 4 },
        block: [ELEMENT_BLOCK, 1, 1],
        sharedBytes: Math.max(ELEMENT_CAPACITY, WARP) * valueBytes(context),
        arrays: [
          'tiles = auxiliary.elementTiles',
          'places = auxiliary.elementPlaces',
          'auxiliary.elementStart',
          'auxiliary.sums',
          'scratch.partials',
        ],
        operands: 'y',
      },
    ],
    // A run has at least one of the products.
    scratch: { partials: mostPartialSums(context.matrix.nnz, ELEMENT_CAPACITY) * valueBytes(context) },
  }),
});

export interface SymmetricAtomicParams extends Params {
  readonly threadsPerRow: number;
  readonly blockSize: number;
}

const cudaAtomic: Kernel<'cuda', SymmetricAtomicParams> = cudaKernel<SymmetricAtomicParams>({
  ...COMMON,
  id: 'cuda/symmetric-atomic',
  title: 'Lower triangle, several lanes a row, mirrored products added atomically',
  reproducibility: 'none',
  modules: cudaModules(import.meta.url, 'symmetric-atomic'),
  precisions: sumsAsStored('cuda'),
  params: {
    axes: {
      threadsPerRow: { values: [1, 2, 4, 8, 16, 32], default: 8, doc: "Lanes per row (the papers' T)." },
      blockSize: cudaAnyBlockSizeAxis,
    },
    reject: ({ threadsPerRow, blockSize }) => lanesObstacle(threadsPerRow, blockSize),
    suggest: ({ matrix }) => {
      const mean = matrix.scalars['stored'] / Math.max(1, matrix.shape.rows);
      let threadsPerRow = 1;
      while (threadsPerRow < WARP && threadsPerRow * 3 < mean) threadsPerRow *= 2;
      return { threadsPerRow };
    },
  },
  launch: (context, { threadsPerRow, blockSize }) => {
    const { rows } = context.matrix.shape;
    return {
      launches: [
        {
          entryPoint: 'symmetric_scale',
          ...oneDimensional(rows, 1, SCALE_BLOCK),
          arrays: [],
          operands: 'y',
          numbers: { rows },
        },
        {
          entryPoint: `symmetric_scatter_t${threadsPerRow}`,
          ...oneDimensional(rows, threadsPerRow, blockSize),
          arrays: ['rowStart', 'colIndex', 'values'],
          numbers: { rows, skew: skewOf(context) },
        },
      ],
    };
  },
});

/**
 * Two kernels. `cuda/symmetric` adds up every number in an order that never changes: entries are read once, with 2.3 bytes more each of an index that is
 * made when an operator is prepared, and every run costs 28 bytes (f64). `cuda/symmetric-atomic` has no index, adds one number atomically for
 * every entry left of the diagonal, and gives other bits each time.
 */
export const cudaSymmetric: readonly Kernel<'cuda'>[] = [cudaTiles, cudaAtomic];

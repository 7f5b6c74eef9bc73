import type { Kernel, KernelContext, NamedArrays, Params, ParamSpace, StoredMatrix } from '@spmv/core';
import { numbersOf, valueArray } from '@spmv/core';
import type { CudaKernelLaunch, Lines } from '@spmv/kernel-kit';
import {
  COLUMNS,
  cudaKernel,
  cudaModules,
  mostPartialSums,
  ROWS,
  sumsAsStored,
  tilesOf,
  valueBytes,
  WARP,
  withConjugated,
} from '@spmv/kernel-kit';
import type { ColumnPieces } from './column-pieces.ts';
import { columnPiecesOf } from './column-pieces.ts';

/** Parameters of the kernels that add up tiles by columns. */
export interface ColumnTileParams extends Params {
  readonly capacity: number;
  readonly blockSize: number;
}

const CAPACITIES = [1024, 2048, 4096, 6144, 8192, 12288, 16384, 32768] as const;

/** Most numbers of a tile of the second pass, and its threads. */
const COLUMN_CAPACITY = 2048;
const COLUMN_BLOCK = 256;

/** Bytes of shared memory that every block may have. */
export function mostShared({ device }: Pick<KernelContext, 'device'>): number {
  return device.limits['maxSharedBytes'] ?? 48 * 1024;
}

/**
 * The largest of these capacities of which a multiprocessor holds `held` tiles, and which makes two tiles for every multiprocessor: the more rows a
 * tile has, the fewer of its columns others have too.
 */
export function largestTile<C extends number>(
  context: KernelContext,
  capacities: readonly [C, ...C[]],
  held: number,
): C {
  const tiles = 2 * (context.device.limits['multiprocessors'] ?? 100);
  return (
    capacities.findLast(
      (capacity) =>
        capacity * valueBytes(context) * held <= mostShared(context) && capacity * tiles <= context.matrix.nnz,
    ) ?? capacities[0]
  );
}

/** The space of these parameters. */
export const columnTileParams: ParamSpace<KernelContext, ColumnTileParams> = {
  axes: {
    capacity: {
      values: CAPACITIES,
      usual: [2048, 8192, 12288],
      default: 2048,
      doc: 'Entries of a tile, whose products are in shared memory.',
    },
    blockSize: { values: [256, 512], default: 512, doc: 'Threads per block (BS) of the first pass.' },
  },
  suggest: (context) => {
    // Registers suffice for so many blocks of 512 threads.
    const capacity = largestTile(context, CAPACITIES, valueBytes(context) === 8 ? 3 : 4);
    return { capacity, blockSize: capacity >= 4096 ? 512 : 256 };
  },
  reject: ({ capacity }, context) => {
    const bytes = capacity * valueBytes(context);
    return bytes > mostShared(context)
      ? `a block would need ${bytes} bytes of shared memory, and the device has ${mostShared(context)}`
      : undefined;
  },
};

/** The order in which tiles of the entries of a stored matrix are added up. */
export function columnPiecesOfLines(
  { arrays, shape }: StoredMatrix,
  { starts, indices, across }: Lines,
  capacity: number,
): ColumnPieces {
  return columnPiecesOf(
    { rowStart: arrays[starts] as Int32Array, colIndex: arrays[indices] as Int32Array, cols: shape[across] },
    capacity,
  );
}

/** The pass that adds up tiles by columns; `arrays` and `operands` are what it ends in. */
export function columnTileLaunch(
  context: KernelContext,
  { capacity, blockSize }: ColumnTileParams,
  end: Pick<CudaKernelLaunch, 'entryPoint' | 'arrays' | 'operands'>,
): CudaKernelLaunch {
  return {
    ...end,
    grid: { elements: 'auxiliary.tiles', perBlock: 4 },
    block: [blockSize, 1, 1],
    sharedBytes: capacity * valueBytes(context),
    arrays: [
      ...['tiles', 'slots', 'groups', 'filledRows'].map((name) => `auxiliary.${name}`),
      'values',
      'auxiliary.pieceLength',
      'auxiliary.sliceStart',
      ...end.arrays,
    ],
    numbers: { capacity, nnz: context.matrix.nnz },
  };
}

const tileKernels = (id: string, title: string, lines: Lines): readonly Kernel<'cuda', ColumnTileParams>[] =>
  withConjugated(cudaKernel<ColumnTileParams>, {
    id,
    options: lines.spread,
    modules: cudaModules(import.meta.url, 'csr-transposed'),
    precisions: sumsAsStored('cuda'),
    format: lines.format,
    title,
    params: columnTileParams,
    analyse: (matrix, { precision }, { capacity }): NamedArrays => {
      const found = columnPiecesOfLines(matrix, lines, capacity);
      const { tiles, places } = tilesOf(found.columnStart, COLUMN_CAPACITY);
      const sums = valueArray(matrix.valueType, numbersOf(precision.precision, found.columnPieces.length));
      return { ...found, columnTiles: tiles, columnPlaces: places, sums };
    },
    launch: (context, params) => ({
      launches: [
        columnTileLaunch(context, params, {
          entryPoint: 'csr_transposed_tiles',
          arrays: ['auxiliary.sums'],
          operands: 'x',
        }),
        {
          entryPoint: 'csr_transposed_columns',
          grid: { elements: 'auxiliary.columnTiles', perBlock: 4 },
          block: [COLUMN_BLOCK, 1, 1],
          sharedBytes: Math.max(COLUMN_CAPACITY, WARP) * valueBytes(context),
          arrays: [
            'tiles = auxiliary.columnTiles',
            'places = auxiliary.columnPlaces',
            ...['columnStart', 'columnPieces', 'sums'].map((name) => `auxiliary.${name}`),
            'scratch.partials',
          ],
          operands: 'y',
        },
      ],
      scratch: { partials: mostPartialSums(context.matrix.nnz, COLUMN_CAPACITY) * valueBytes(context) },
    }),
  });

/**
 * y ← αAᵀx + βy over CSR, every number added in an order that never changes: products of a tile of entries go to shared memory by columns,
 * each piece of one column is added up, and a second pass adds the sums of every column, tile after tile. Reads values once, in order, and instead of
 * columns about 2.3 bytes an entry; where the rows of a tile share their columns there are few pieces, and each costs 21 bytes (f64). The
 * index is made once when an operator is prepared.
 */
export const csrTransposed: readonly Kernel<'cuda', ColumnTileParams>[] = tileKernels(
  'cuda/csr-transposed',
  'CSR transposed, tiles added up by columns',
  ROWS,
);

/** y ← αAx + βy over CSC, as `cuda/csr-transposed` has rows. */
export const csc: readonly Kernel<'cuda', ColumnTileParams>[] = tileKernels(
  'cuda/csc',
  'CSC, tiles added up by rows',
  COLUMNS,
);

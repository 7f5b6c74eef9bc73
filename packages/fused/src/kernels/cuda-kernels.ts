import type { CudaLaunch, KernelContext, NamedArrays, Params, ScratchBytes } from '@spmv/core';
import type { BalancedTileParams, CudaArguments } from '@spmv/kernel-kit';
import {
  balancedTileLaunch,
  balancedTileParams,
  checkCountable,
  cudaArguments,
  cudaBlockSizeAxis,
  numberModules,
  oneDimensional,
  sumsAsStored,
  sumsOf,
  tilesOf,
  valueBytes,
  WARP,
} from '@spmv/kernel-kit';
import type { ProductEnding } from '../endings.ts';
import type { Endings } from './fused-kernel.ts';
import { eachEnding } from './fused-kernel.ts';

/** Threads of the block that adds up those of all others. */
const TOTAL_THREADS = 1024;

/** What a product with this ending is given: after `arrays`, in the order of ending.cuh's kernels. */
function argumentsOf(
  ending: ProductEnding,
  arrays: readonly string[],
  numbers: Readonly<Record<string, number>>,
): CudaArguments {
  if (ending === 'axpy') return cudaArguments([...arrays, 'x', 'y', 'gamma', 'w', 'alpha', 'beta', 'delta'], numbers);
  const z = ending === 'norm' ? [] : ['z'];
  return cudaArguments([...arrays, 'auxiliary.sums', 'x', 'y', ...z, 'alpha', 'beta'], numbers);
}

/** The sums that `blocks` blocks leave, and their number. */
function sumArrays(ending: ProductEnding, blocks: number, context: KernelContext): NamedArrays {
  const sums = sumsOf(ending).length;
  return sums === 0
    ? {}
    : { sums: new Int32Array((blocks * sums * valueBytes(context)) / 4), blocks: Int32Array.of(blocks) };
}

/** The launch that adds up what blocks left, after `first`. */
function launchesOf(ending: ProductEnding, first: CudaLaunch, { precision }: KernelContext): readonly CudaLaunch[] {
  const sums = sumsOf(ending);
  if (sums.length === 0) return [first];
  const total: CudaLaunch = {
    entryPoint: `fused_total${sums.length > 1 ? '_both' : ''}_${precision.precision}`,
    grid: [1, 1, 1],
    block: [TOTAL_THREADS, 1, 1],
    sharedBytes: 0,
    arguments: cudaArguments([
      'auxiliary.sums',
      'auxiliary.blocks',
      ...sums.map((name, at) => `${'st'[at]} = ${name}`),
    ]),
  };
  return [first, total];
}

const entryOf = (stem: string, ending: ProductEnding, { precision }: KernelContext): string =>
  `${stem}_${ending.replace('-', '_')}_${precision.precision}`;

const named = (arrays: readonly string[]): readonly string[] =>
  arrays.map((name) => (name.includes('.') ? name : `A.${name}`));

/** CSR in tiles of equal work, a block a tile, as `cuda/csr-balanced` has them: no row pattern unbalances it. */
export const cudaCsr: Endings<'cuda', BalancedTileParams> = eachEnding('cuda', (ending) => ({
  stem: 'cuda/fused-csr',
  format: 'csr',
  title: 'CSR in tiles of equal work',
  precisions: sumsAsStored('cuda'),
  params: balancedTileParams,
  analyse(matrix, context, { capacity }): NamedArrays {
    const found = tilesOf(matrix.arrays['rowStart'] as Int32Array, capacity);
    return { ...found, ...sumArrays(ending, found.tiles.length / 4, context) };
  },
  program(context, params) {
    checkCountable('cuda/fused-csr', context);
    const { grid, block, sharedBytes, arrays, scratch } = balancedTileLaunch(context, params);
    const first: CudaLaunch = {
      entryPoint: entryOf('fused_csr', ending, context),
      grid,
      block,
      sharedBytes,
      arguments: argumentsOf(ending, named(arrays), {}),
    };
    const modules = numberModules(context, import.meta.url, 'fused-csr');
    return {
      kind: 'launches',
      modules,
      launches: launchesOf(ending, first, context),
      scratch: scratch as ScratchBytes,
    };
  },
}));

export interface FusedSellParams extends Params {
  readonly blockSize: number;
}

/** Sliced ELLPACK, a thread a row, as `cuda/sell` has them. */
export const cudaSell: Endings<'cuda', FusedSellParams> = eachEnding('cuda', (ending) => ({
  stem: 'cuda/fused-sell',
  format: 'sell',
  title: 'Sliced ELLPACK, one thread a row',
  precisions: sumsAsStored('cuda'),
  params: { axes: { blockSize: cudaBlockSizeAxis } },
  analyse: ({ shape }, context, { blockSize }) => sumArrays(ending, Math.ceil(shape.rows / blockSize), context),
  program(context, { blockSize }) {
    checkCountable('cuda/fused-sell', context);
    const { shape, params } = context.matrix;
    const numbers = { rows: shape.rows, C: params['C'] as number, sorted: params['sigma'] === 1 ? 0 : 1 };
    const first: CudaLaunch = {
      entryPoint: entryOf('fused_sell', ending, context),
      ...oneDimensional(shape.rows, 1, blockSize),
      sharedBytes: 0,
      arguments: argumentsOf(ending, named(['sliceStart', 'rowOrder', 'colIndex', 'values']), numbers),
    };
    const modules = numberModules(context, import.meta.url, 'fused-sell');
    return { kind: 'launches', modules, launches: launchesOf(ending, first, context) };
  },
}));

export interface FusedPackedParams extends Params {
  readonly inFlight: '4' | '8';
  readonly blockSize: number;
}

/** Packed slices, a warp a slice, as `cuda/packed` has them. */
export const cudaPacked: Endings<'cuda', FusedPackedParams> = eachEnding('cuda', (ending) => ({
  stem: 'cuda/fused-packed',
  format: 'packed',
  title: 'Packed slices, a warp a slice',
  precisions: sumsAsStored('cuda'),
  params: {
    axes: {
      inFlight: { values: ['4', '8'], default: '8', doc: 'Entries a lane has in flight.' },
      blockSize: { values: [64, 128, 256], default: 256, doc: 'Threads per block.' },
    },
  },
  analyse: ({ scalars }, context, { blockSize }) =>
    sumArrays(ending, Math.max(1, Math.ceil((scalars['sliceCount'] * WARP) / blockSize)), context),
  program(context, { inFlight, blockSize }) {
    checkCountable('cuda/fused-packed', context);
    const { scalars } = context.matrix;
    const slices = scalars['sliceCount'];
    const first: CudaLaunch = {
      entryPoint: entryOf(`fused_packed_${inFlight}`, ending, context),
      ...oneDimensional(slices, WARP, blockSize),
      sharedBytes: 0,
      arguments: argumentsOf(ending, named(['slices', 'segments', 'columns', 'values', 'scratch.partials']), {
        sliceCount: slices,
      }),
    };
    return {
      kind: 'launches',
      modules: numberModules(context, import.meta.url, 'fused-packed'),
      launches: launchesOf(ending, first, context),
      scratch: { partials: scalars['slotCount'] * valueBytes(context) },
    };
  },
}));

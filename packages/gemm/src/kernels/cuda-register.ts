import type { Kernel, KernelContext } from '@spmv/core';
import { cudaModules, valueBytes } from '@spmv/kernel-kit';
import { canonicalProduct } from './canonical.ts';
import {
  cudaGemm,
  inWholeVectors,
  isDeep,
  ordersOf,
  productArguments,
  productOf,
  sharedObstacle,
  tileBlocks,
} from './cuda-launch.ts';

/** Rows and columns of a block's tile. */
export type RegisterTile = '64x128' | '64x64' | '32x64' | '32x32';

export interface CudaRegisterParams {
  readonly [name: string]: RegisterTile;
  readonly tile: RegisterTile;
}

/** A shape of register.cu. */
interface Shape {
  readonly rows: number;
  readonly cols: number;
  /** Numbers of C that a thread has. */
  readonly each: number;
  /** Sets of threads that share the terms of a tile. */
  readonly groups: number;
  /** How many times 16 terms are in shared memory at once, for each set. */
  readonly stages: number;
  readonly precisions: readonly string[];
}

const STEPS = 16;
const SHAPES: Readonly<Record<RegisterTile, Shape>> = {
  '64x128': { rows: 64, cols: 128, each: 64, groups: 2, stages: 3, precisions: ['f32'] },
  '64x64': { rows: 64, cols: 64, each: 32, groups: 1, stages: 2, precisions: ['f32', 'f64'] },
  '32x64': { rows: 32, cols: 64, each: 32, groups: 4, stages: 3, precisions: ['f32'] },
  '32x32': { rows: 32, cols: 32, each: 16, groups: 1, stages: 2, precisions: ['f32'] },
};

/** As `RegisterTile` of register-tile.cuh has it: lines are one vector of 16 bytes longer than the tile. */
function sharedBytes({ rows, cols, groups, stages }: Shape, elementBytes: number): number {
  const pad = 16 / elementBytes;
  const buffers = groups * stages * STEPS * (rows + pad + cols + pad);
  return Math.max(buffers, (groups - 1) * rows * cols) * elementBytes;
}

/**
 * Two sets of threads that share the terms of a tile are fastest where there are tiles for three multiprocessors of four; of fewer, four
 * sets and a quarter of the tile, or an eighth and one set where the terms are few. What is narrow, or small and many, has tiles that waste little.
 */
function suggestTile(context: KernelContext): RegisterTile {
  if (context.precision.precision !== 'f32') return '64x64';
  const { m, n, k, batch } = productOf(context);
  const { multiprocessors = 1 } = context.device.limits;
  const tiles = (rows: number, cols: number): number => Math.ceil(m / rows) * Math.ceil(n / cols) * batch;
  const narrow = Math.min(m, n);
  if (narrow <= 32 && (k <= 4 * STEPS || tiles(32, 32) >= 2 * multiprocessors)) return '32x32';
  const wide = narrow > 64 && 4 * tiles(64, 128) >= 3 * multiprocessors;
  if (wide && obstacle('64x128', context) === undefined) return '64x128';
  if (tiles(64, 64) >= 2 * multiprocessors || obstacle('32x64', context) !== undefined) return '64x64';
  return k <= 8 * STEPS ? '32x32' : '32x64';
}

function obstacle(tile: RegisterTile, context: KernelContext): string | undefined {
  const shape = SHAPES[tile];
  const { precision } = context.precision;
  if (!shape.precisions.includes(precision)) return `tile ${tile} is built for ${shape.precisions.join(' and ')} only`;
  return sharedObstacle(context, sharedBytes(shape, valueBytes(context)));
}

/** A tile of C in the registers of a block, up to 8 × 8 numbers a thread; copies to shared memory go on meanwhile. */
export const cudaRegister: Kernel<'cuda', CudaRegisterParams> = cudaGemm<CudaRegisterParams>({
  id: 'cuda/gemm-register',
  title: 'Tiles in registers, on CUDA cores',
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f32' },
  ],
  params: {
    axes: {
      tile: {
        values: ['64x128', '64x64', '32x64', '32x32'],
        default: '64x128',
        doc: 'Rows and columns of a tile. 64x128 and 32x64: two and four sets of threads share its terms.',
      },
    },
    reject: ({ tile }, context) => obstacle(tile, context),
    suggest: (context) => ({ tile: suggestTile(context) }),
  },
  program: (context, { tile }) => {
    const product = canonicalProduct(context);
    const { left, right, out } = product;
    const shape = SHAPES[tile];
    const { rows, cols } = shape;
    // What is copied one by one may lie anywhere.
    const copiedWhole = [...(isDeep(left, 'left') ? [] : [left]), ...(isDeep(right, 'right') ? [] : [right]), out];
    const wide = inWholeVectors(copiedWhole, valueBytes(context)) ? '_wide' : '';
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'register'),
      launches: [
        {
          entryPoint: `tile_${tile}_${ordersOf(product)}${wide}_${context.precision.precision}`,
          grid: tileBlocks('cuda/gemm-register', product, rows, cols),
          block: [(shape.groups * rows * cols) / shape.each, 1, 1],
          sharedBytes: sharedBytes(shape, valueBytes(context)),
          arguments: productArguments(product),
        },
      ],
    };
  },
});

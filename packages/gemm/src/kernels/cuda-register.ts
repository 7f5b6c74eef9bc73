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
export type RegisterTile = '128x128' | '64x128' | '64x64';

export interface CudaRegisterParams {
  readonly [name: string]: RegisterTile;
  readonly tile: RegisterTile;
}

/** A shape of register.cu. */
interface Shape {
  readonly rows: number;
  readonly cols: number;
  /** Sets of threads that share the terms of a tile. */
  readonly groups: number;
  /** Terms at a time, and how many times that is in shared memory at once. */
  readonly steps: number;
  readonly stages: number;
  readonly precisions: readonly string[];
}

const SHAPES: Readonly<Record<RegisterTile, Shape>> = {
  '128x128': { rows: 128, cols: 128, groups: 1, steps: 16, stages: 3, precisions: ['f32'] },
  '64x128': { rows: 64, cols: 128, groups: 2, steps: 16, stages: 3, precisions: ['f32'] },
  '64x64': { rows: 64, cols: 64, groups: 1, steps: 8, stages: 4, precisions: ['f32', 'f64'] },
};

/** A thread has 8 x 8 numbers, in f64 4 x 8. */
function threadsOf({ rows, cols, groups }: Shape, precision: string): number {
  return (groups * rows * cols) / (precision === 'f64' ? 32 : 64);
}

/** As `RegisterTile` of register-tile.cuh has it: lines are one vector of 16 bytes longer than the tile. */
function sharedBytes({ rows, cols, groups, steps, stages }: Shape, elementBytes: number): number {
  const pad = 16 / elementBytes;
  const buffers = groups * stages * steps * (rows + pad + cols + pad);
  return Math.max(buffers, groups > 1 ? rows * cols : 0) * elementBytes;
}

/**
 * Two sets of threads that share the terms of a tile were fastest at every size measured; where a matrix is narrow, or products are so small
 * and many that one tile has little to do, the small tile wastes less.
 */
function suggestTile(context: KernelContext): RegisterTile {
  const { m, n } = productOf(context);
  return Math.min(m, n) > 64 && obstacle('64x128', context) === undefined ? '64x128' : '64x64';
}

function obstacle(tile: RegisterTile, context: KernelContext): string | undefined {
  const shape = SHAPES[tile];
  const { precision } = context.precision;
  if (!shape.precisions.includes(precision)) return `tile ${tile} is built for ${shape.precisions.join(' and ')} only`;
  return sharedObstacle(context, sharedBytes(shape, valueBytes(context)));
}

/**
 * A tile of C in the registers of a block, 8 × 8 (f64: 4 × 8) numbers a thread: each number loaded from shared memory is used eight times,
 * and copies to shared memory go on meanwhile.
 */
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
        values: ['128x128', '64x128', '64x64'],
        default: '64x128',
        doc: 'Rows and columns of a tile. 64x128: two sets of threads share its terms.',
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
          block: [threadsOf(shape, context.precision.precision), 1, 1],
          sharedBytes: sharedBytes(shape, valueBytes(context)),
          arguments: productArguments(product),
        },
      ],
    };
  },
});

import type { Kernel, KernelContext } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { cudaModules } from '@spmv/kernel-kit';
import type { CanonicalMatrix } from './canonical.ts';
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
type MatrixTile = '128x64' | '64x64' | '64x32';

export interface CudaMatrixParams {
  readonly [name: string]: MatrixTile;
  readonly tile: MatrixTile;
}

interface Shape {
  readonly rows: number;
  readonly cols: number;
  readonly threads: number;
  /** Terms at a time. */
  readonly steps: number;
}

/** The shapes of matrix-double.cu. */
const SHAPES: Readonly<Record<MatrixTile, Shape>> = {
  '128x64': { rows: 128, cols: 64, threads: 128, steps: 16 },
  '64x64': { rows: 64, cols: 64, threads: 128, steps: 16 },
  '64x32': { rows: 64, cols: 32, threads: 256, steps: 32 },
};
const STAGES = 3;

/** As `DoubleLoader` of double-tile.cuh has it: lines of shared memory are 4 numbers longer than a multiple of 16. */
function tileNumbers(width: number, steps: number, deep: boolean): number {
  const [inner, outer] = deep ? [steps, width] : [width, steps];
  return outer * (inner + ((20 - (inner % 16)) % 16));
}

function sharedBytes({ rows, cols, steps }: Shape, left: CanonicalMatrix, right: CanonicalMatrix): number {
  const numbers = tileNumbers(rows, steps, isDeep(left, 'left')) + tileNumbers(cols, steps, isDeep(right, 'right'));
  return 8 * STAGES * numbers;
}

/** The largest tile of which there are enough for the device: three for each multiprocessor, of the middle one one. */
function suggestTile(context: KernelContext): MatrixTile {
  const { m, n, batch } = productOf(context);
  const { multiprocessors = 1 } = context.device.limits;
  const tiles = ({ rows, cols }: Shape): number => Math.ceil(m / rows) * Math.ceil(n / cols) * batch;
  if (tiles(SHAPES['128x64']) >= 3 * multiprocessors) return '128x64';
  return tiles(SHAPES['64x64']) >= multiprocessors ? '64x64' : '64x32';
}

/** Throws `KERNEL.REFUSED` on a device without tensor cores of the kind. */
export function requireTensorCores(kernel: string, { device }: KernelContext): void {
  const { compute = 0 } = device.limits;
  if (compute >= 80) return;
  throw new SpmvError(
    'KERNEL.REFUSED',
    `Kernel '${kernel}' needs compute capability 8.0 or later; '${device.name}' has ${compute / 10}.`,
    { fix: 'Use kernel cuda/gemm-register.', details: { kernel, compute, least: 80 } },
  );
}

/** The product in f64 on tensor cores, whose instruction multiplies and adds with the rounding of f64. */
export const cudaMatrix: Kernel<'cuda', CudaMatrixParams> = cudaGemm<CudaMatrixParams>({
  id: 'cuda/gemm-matrix',
  title: 'Tiles in registers, on tensor cores',
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  params: {
    axes: {
      tile: { values: ['128x64', '64x64', '64x32'], default: '128x64', doc: 'Rows and columns of a tile.' },
    },
    reject: ({ tile }, context) => {
      const { left, right } = canonicalProduct(context);
      return sharedObstacle(context, sharedBytes(SHAPES[tile], left, right));
    },
    suggest: (context) => ({ tile: suggestTile(context) }),
  },
  program: (context, { tile }) => {
    requireTensorCores('cuda/gemm-matrix', context);
    const product = canonicalProduct(context);
    const { left, right, out } = product;
    const shape = SHAPES[tile];
    const wide = inWholeVectors([left, right, out], 8) ? '_wide' : '';
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'matrix-double', ['compute_80', 'sm_90']),
      launches: [
        {
          entryPoint: `tile_${tile}_${ordersOf(product)}${wide}_f64`,
          grid: tileBlocks('cuda/gemm-matrix', product, shape.rows, shape.cols),
          block: [shape.threads, 1, 1],
          sharedBytes: sharedBytes(shape, left, right),
          arguments: productArguments(product),
        },
      ],
    };
  },
});

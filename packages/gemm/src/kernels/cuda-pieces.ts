import type { CudaArgument, CudaLaunch, Kernel, KernelPrecision } from '@spmv/core';
import { cudaArguments, cudaModules } from '@spmv/kernel-kit';
import type { Accuracy } from '../accuracy.ts';
import type { CanonicalMatrix, CanonicalProduct } from './canonical.ts';
import { canonicalProduct } from './canonical.ts';
import { blocksOf, cudaGemm, isDeep, productOf, sharedObstacle, tileBlocks } from './cuda-launch.ts';
import { requireTensorCores } from './cuda-matrix.ts';

/** Which instruction multiplies, and columns of a tile of 128 rows. */
type PieceTile = 'warpgroup-256' | 'warpgroup-128' | 'warp-128';

export interface CudaPiecesParams {
  readonly [name: string]: PieceTile;
  readonly tile: PieceTile;
}

/** Of pieces.cuh: lines of an image, and its bytes. */
const LINES = 128;
const IMAGE_BYTES = LINES * 64;

/** How numbers are divided. */
interface Pieces {
  /** What entry points are called by. */
  readonly name: Exclude<Accuracy, 'full'> | 'bf16';
  readonly count: number;
  /** Numbers of k in an image. */
  readonly each: number;
  readonly scaled: boolean;
  /** Stages of each tile: as many as its shared memory holds (pieces-warpgroup.cu, pieces-warp.cu). */
  readonly stages: Readonly<Record<PieceTile, number>>;
}

const stages = (wide: number, narrow: number, warp: number): Pieces['stages'] => ({
  'warpgroup-256': wide,
  'warpgroup-128': narrow,
  'warp-128': warp,
});

function sharedBytes(pieces: Pieces, tile: PieceTile): number {
  const images = tile === 'warpgroup-256' ? 3 : 2;
  const bytes = pieces.stages[tile] * images * pieces.count * IMAGE_BYTES;
  // A warpgroup's begin at a multiple of 1024, and two barriers a stage follow.
  return tile === 'warp-128' ? bytes : bytes + 1024 + 16 * pieces.stages[tile];
}

/** One matrix on its way to images of its pieces. */
interface Side {
  readonly matrix: CanonicalMatrix;
  readonly lines: number;
  readonly deep: boolean;
  /** Matrices to be divided: one where the batch shares it. */
  readonly matrices: number;
  /** Images of one piece of one matrix. */
  readonly images: number;
  readonly name: 'left' | 'right';
}

function sideOf(product: CanonicalProduct, name: Side['name'], { each }: Pieces): Side {
  const matrix = product[name];
  const lines = name === 'left' ? product.m : product.n;
  const images = Math.ceil(lines / LINES) * Math.ceil(product.k / each);
  return {
    matrix,
    lines,
    deep: isDeep(matrix, name),
    matrices: matrix.batchStride === 0 ? 1 : product.batch,
    images,
    name,
  };
}

/** The exponents of the lines, where they are scaled; elsewhere nothing reads them. */
const exponentsOf = ({ name }: Side, { scaled }: Pieces): CudaArgument =>
  scaled ? `scratch.${name}Exponents` : `scratch.${name}`;

function divide(kernel: string, product: CanonicalProduct, side: Side, pieces: Pieces): readonly CudaLaunch[] {
  const { matrix, lines, deep, matrices, images, name } = side;
  const shared = { block: [256, 1, 1], sharedBytes: 0 } as const;
  const values = matrix.name;
  const exponents = exponentsOf(side, pieces);
  const rest = {
    ...cudaArguments([], { lines, depth: product.k }),
    step: { i64: matrix.leadingDimension },
    batchStep: { i64: matrix.batchStride },
    deep: { i32: Number(deep) },
  };
  const split: CudaLaunch = {
    ...shared,
    entryPoint: `split_${pieces.name}`,
    grid: blocksOf(kernel, product, images * matrices),
    arguments: { values, exponents, images: `scratch.${name}`, ...rest },
  };
  if (!pieces.scaled) return [split];
  const grid = blocksOf(kernel, product, Math.ceil(lines / 32) * matrices);
  return [{ ...shared, entryPoint: 'exponents_f32', grid, arguments: { values, to: exponents, ...rest } }, split];
}

function pieceKernel(
  id: string,
  title: string,
  precision: KernelPrecision,
  pieces: Pieces,
): Kernel<'cuda', CudaPiecesParams> {
  return cudaGemm<CudaPiecesParams>({
    id,
    title,
    ...(pieces.name === 'bf16' ? {} : { options: { accuracy: pieces.name } }),
    precisions: [precision],
    params: {
      axes: {
        tile: {
          values: ['warpgroup-256', 'warpgroup-128', 'warp-128'],
          default: 'warp-128',
          doc: 'Threads of an instruction (four warps: compute capability 9.0 only), and columns of a tile.',
        },
      },
      reject: ({ tile }, context) => {
        const { compute = 0 } = context.device.limits;
        if (tile !== 'warp-128' && compute !== 90)
          return `${tile} needs compute capability 9.0, the device has ${compute / 10}`;
        return sharedObstacle(context, sharedBytes(pieces, tile));
      },
      suggest: (context) => {
        const { compute, multiprocessors = 1 } = context.device.limits;
        const { m, n, batch } = productOf(context);
        if (compute !== 90) return { tile: 'warp-128' };
        // Tiles of 256 columns load less; up to eight or so for each multiprocessor those of 128 leave fewer of them idle.
        const wide = Math.ceil(m / 128) * Math.ceil(n / 256) * batch;
        return { tile: wide > 8 * multiprocessors ? 'warpgroup-256' : 'warpgroup-128' };
      },
    },
    program: (context, { tile }) => {
      requireTensorCores(id, context);
      const product = canonicalProduct(context);
      const { m, n, k, out } = product;
      const sides = [sideOf(product, 'left', pieces), sideOf(product, 'right', pieces)] as const;
      const bytes = ({ images, matrices }: Side): number => images * matrices * pieces.count * IMAGE_BYTES;
      const exponentBytes = ({ lines, matrices }: Side): number => 4 * lines * matrices;
      const imageStep = ({ images, matrices }: Side): CudaArgument => ({
        i64: matrices === 1 ? 0 : images * pieces.count * IMAGE_BYTES,
      });
      const columns = tile === 'warpgroup-256' ? 256 : 128;
      const [left, right] = sides;
      return {
        kind: 'launches',
        modules:
          tile === 'warp-128'
            ? cudaModules(import.meta.url, 'pieces-warp', ['compute_80', 'sm_90'])
            : cudaModules(import.meta.url, 'pieces-warpgroup', ['sm_90a']),
        scratch: {
          left: bytes(left),
          right: bytes(right),
          ...(pieces.scaled ? { leftExponents: exponentBytes(left), rightExponents: exponentBytes(right) } : {}),
        },
        launches: [
          ...sides.flatMap((side) => divide(id, product, side, pieces)),
          {
            entryPoint: `multiply_${pieces.name}_${columns}`,
            grid: tileBlocks(id, product, 128, columns),
            block: [tile === 'warp-128' ? 256 : 288, 1, 1],
            sharedBytes: sharedBytes(pieces, tile),
            arguments: {
              ...cudaArguments(['scratch.left', 'scratch.right']),
              leftExponents: exponentsOf(left, pieces),
              rightExponents: exponentsOf(right, pieces),
              out: out.name,
              ...cudaArguments(['alpha', 'beta'], { m, n, k }),
              outStep: { i64: out.leadingDimension },
              outBatch: { i64: out.batchStride },
              leftImages: imageStep(left),
              rightImages: imageStep(right),
            },
          },
        ],
      };
    },
  });
}

const F32: KernelPrecision = { precision: 'f32', accumulator: 'f32' };

/**
 * Products of f32 on tensor cores from sums of narrower numbers. A pass of its own divides the numbers into pieces, in the order in which
 * shared memory wants them, so that the product itself copies whole images whatever the orders of A and B; what is beyond the matrices is
 * zero there. Ootomo and Yokota 2022.
 */
export const cudaPieces: readonly Kernel<'cuda', CudaPiecesParams>[] = [
  pieceKernel('cuda/gemm-matrix-tf32', 'Tensor cores, 11 bits of each number', F32, {
    name: 'tf32',
    count: 1,
    each: 16,
    scaled: false,
    stages: stages(6, 6, 4),
  }),
  pieceKernel('cuda/gemm-matrix-tf32x3', 'Tensor cores, two pieces of 11 bits', F32, {
    name: 'tf32x3',
    count: 2,
    each: 16,
    scaled: false,
    stages: stages(4, 4, 3),
  }),
  pieceKernel('cuda/gemm-matrix-bf16x6', 'Tensor cores, three pieces in bf16', F32, {
    name: 'bf16x6',
    count: 3,
    each: 32,
    scaled: false,
    stages: stages(3, 4, 2),
  }),
  pieceKernel('cuda/gemm-matrix-f16x3', 'Tensor cores, two pieces in f16, lines scaled', F32, {
    name: 'f16x3',
    count: 2,
    each: 32,
    scaled: true,
    stages: stages(4, 4, 3),
  }),
  pieceKernel(
    'cuda/gemm-matrix-bf16',
    'Tensor cores, bf16 as it is',
    { precision: 'bf16', accumulator: 'f32' },
    { name: 'bf16', count: 1, each: 32, scaled: false, stages: stages(6, 6, 4) },
  ),
];

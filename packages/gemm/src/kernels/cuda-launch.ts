import type { Kernel, KernelContext, Params } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { CudaArguments } from '@spmv/kernel-kit';
import { COUNT_LIMIT, cudaArguments } from '@spmv/kernel-kit';
import type { CanonicalMatrix, CanonicalProduct } from './canonical.ts';
import { tileCount } from './canonical.ts';
import type { GemmKernelParts } from './gemm-kernel.ts';
import { gemmKernel } from './gemm-kernel.ts';

/** A kernel in CUDA C++. */
export function cudaGemm<P extends Params>(own: GemmKernelParts<'cuda', P>): Kernel<'cuda', P> {
  return gemmKernel('cuda', own);
}

/** Most blocks along x on every device that CUDA runs on. */
const MOST_BLOCKS = 2 ** 31 - 1;

function refuseAbove(kernel: string, what: string, value: number, most: number, fix: string): void {
  if (value <= most) return;
  throw new SpmvError('KERNEL.REFUSED', `Kernel '${kernel}': ${what} is ${value}, which must be at most ${most}.`, {
    fix,
    details: { kernel, what, value, most },
  });
}

/** A grid of `count` blocks for a product, all of the batch one after another. Errors: `KERNEL.REFUSED` where 32 bits do not count it. */
export function blocksOf(
  kernel: string,
  { m, n, k }: CanonicalProduct,
  count: number,
): readonly [number, number, number] {
  for (const [what, value] of Object.entries({ m, n, k }))
    refuseAbove(kernel, what, value, COUNT_LIMIT, 'Divide the product into smaller ones.');
  refuseAbove(kernel, 'its number of blocks', count, MOST_BLOCKS, 'Compute fewer products of the batch at once.');
  return [count, 1, 1];
}

/** A block for every tile of so many rows and columns. Errors: those of {@link blocksOf}. */
export function tileBlocks(
  kernel: string,
  product: CanonicalProduct,
  rows: number,
  cols: number,
): readonly [number, number, number] {
  return blocksOf(kernel, product, tileCount(product, rows, cols));
}

/** Whether k runs along memory: the left matrix by rows, the right one by columns. */
export function isDeep(matrix: CanonicalMatrix, side: 'left' | 'right'): boolean {
  return matrix.order === (side === 'left' ? 'row' : 'column');
}

/** What every kernel of a product is given. */
export function productArguments({ m, n, k, left, right, out }: CanonicalProduct): CudaArguments {
  return {
    left: left.name,
    right: right.name,
    out: out.name,
    ...cudaArguments(['alpha', 'beta'], { m, n, k }),
    leftStep: { i64: left.leadingDimension },
    rightStep: { i64: right.leadingDimension },
    outStep: { i64: out.leadingDimension },
    leftBatch: { i64: left.batchStride },
    rightBatch: { i64: right.batchStride },
    outBatch: { i64: out.batchStride },
  };
}

/** Whether left and right are deep, as arguments. */
export function deepArguments({ left, right }: CanonicalProduct): CudaArguments {
  return cudaArguments([], { leftDeep: Number(isDeep(left, 'left')), rightDeep: Number(isDeep(right, 'right')) });
}

/** How the entry points of a kernel are called by the orders of left and right: `rr`, `rc`, `cr` or `cc`. */
export function ordersOf({ left, right }: CanonicalProduct): string {
  return `${left.order === 'row' ? 'r' : 'c'}${right.order === 'row' ? 'r' : 'c'}`;
}

/** Whether every line of these matrices begins at a multiple of 16 bytes: buffers do, and lines follow at equal steps. */
export function inWholeVectors(matrices: readonly CanonicalMatrix[], elementBytes: number): boolean {
  return matrices.every(({ leadingDimension, batchStride }) =>
    [leadingDimension, batchStride].every((step) => (step * elementBytes) % 16 === 0),
  );
}

/** The sizes of a product that a choice of tiles looks at. */
export function productOf(context: KernelContext): Readonly<Record<'m' | 'n' | 'k' | 'batch', number>> {
  const { m = 1, n = 1, k = 1, batch = 1 } = context.sizes;
  return { m, n, k, batch };
}

/** Why so much shared memory is not there, or `undefined`. */
export function sharedObstacle({ device }: KernelContext, bytes: number): string | undefined {
  const most = device.limits['maxSharedBytes'] ?? 48 * 1024;
  return bytes > most ? `its tiles take ${bytes} bytes of shared memory, the device has ${most}` : undefined;
}

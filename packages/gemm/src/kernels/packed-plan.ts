import type { Axis, KernelContext, Params } from '@spmv/core';
import { denseLength, formatBytes, SpmvError } from '@spmv/core';
import { valueBytes } from '@spmv/kernel-kit';
import type { CanonicalProduct } from './canonical.ts';
import { canonicalProduct } from './canonical.ts';

/** Rows of a tile that is kept in registers, and bytes of its rows: as in assembly/tile.ts. */
const TILE_ROWS = 6;
const TILE_ROW_BYTES = 32;

/** A WebAssembly memory, less what the heap keeps for itself. */
const MEMORY_BYTES = 2 ** 32 - 2 ** 20;

/** Fewer steps than this at a time, and writing C would take longer than computing it. */
const LEAST_STEPS = 16;

/** Units that every thread should have: one more or less is then little. */
const UNITS_EACH = 8;

/** Products of fewer operations than this are over before another thread has begun. */
const SHARED_FLOPS = 2 ** 21;

export interface PackedGemmParams extends Params {
  readonly depth: number;
  readonly group: number;
  readonly few: number;
  readonly directKiB: number;
  readonly packedMiB: number;
}

const whole = (min: number, max: number): NonNullable<Axis['range']> => ({ min, max, integer: true });

/** What a tuner may try. */
export const PACKED_AXES: { readonly [K in keyof PackedGemmParams]: Axis<PackedGemmParams[K]> } = {
  depth: {
    values: [128, 256, 384, 512],
    default: 512,
    range: whole(1, 2 ** 16),
    doc: 'Steps of k that are computed at a time (kc): a panel of A and one of B of so many steps have to fit the first-level cache.',
  },
  group: {
    values: [8, 16, 32, 64],
    default: 16,
    range: whole(1, 2 ** 16),
    doc: 'Panels of six rows of A that are computed at a time (mc): so many panels have to fit the second-level cache. Fewer where threads would have nothing to do.',
  },
  few: {
    values: [0, 8, 16, 24],
    default: 16,
    range: whole(0, 64),
    doc: 'Columns or rows of C up to which nothing is packed: the larger of A and B is read once, in the order in which it lies.',
  },
  directKiB: {
    values: [0, 64, 256, 512],
    default: 256,
    range: whole(0, 2 ** 20),
    doc: 'KiB of A and B up to which one thread computes a product, and reads them where they lie: no more than its second-level cache holds.',
  },
  packedMiB: {
    values: [16, 64, 256],
    default: 256,
    range: whole(1, 2 ** 12),
    doc: 'MiB of packed matrices at most; larger products are packed and computed slab by slab.',
  },
};

/** Some products of the batch, over some steps of k: what is packed at once. */
export interface PackedSlab {
  /** The first product and their number. */
  readonly first: number;
  readonly count: number;
  /** The first step and their number. */
  readonly from: number;
  readonly steps: number;
}

/** How a product is packed and divided. */
export interface PackedPlan {
  readonly product: CanonicalProduct;
  readonly rowPanels: number;
  readonly colPanels: number;
  /** Whether a worker computes whole products from where their matrices lie. There is one slab then. */
  readonly direct: boolean;
  /** In the order in which they are computed; those of one product by ascending steps. */
  readonly slabs: readonly PackedSlab[];
  /** Steps of a block. */
  readonly depth: number;
  /** Groups of row panels. */
  readonly groups: number;
  /** Elements of packed matrices; of each worker where it packs some columns of its own. */
  readonly leftElements: number;
  readonly rightElements: number;
}

/** Whether all products of the batch read one matrix. */
export function isShared({ batch, batchStride }: CanonicalProduct['left']): boolean {
  return batch > 1 && batchStride === 0;
}

function slabsOf(batch: number, products: number, k: number, steps: number): readonly PackedSlab[] {
  const slabs: PackedSlab[] = [];
  for (let first = 0; first < batch; first += products) {
    for (let from = 0; from < k; from += steps)
      slabs.push({ first, count: Math.min(products, batch - first), from, steps: Math.min(steps, k - from) });
  }
  return slabs;
}

/** Bytes that packed matrices may take: what is asked for, or what a memory has left beside the operands. Errors: `KERNEL.REFUSED`. */
function roomFor(kernel: string, context: KernelContext, bytesPerStep: number, params: PackedGemmParams): number {
  const { k = 0 } = context.sizes;
  const elements = Object.values(context.layouts).reduce((sum, layout) => sum + denseLength(layout), 0);
  const operands = elements * valueBytes(context);
  const least = bytesPerStep * Math.min(LEAST_STEPS, k);
  const left = MEMORY_BYTES - operands;
  if (left >= least) return Math.max(least, Math.min(params.packedMiB * 2 ** 20, left));
  throw new SpmvError(
    'KERNEL.REFUSED',
    `Kernel '${kernel}' packs at least ${formatBytes(least)} beside operands of ${formatBytes(operands)}; a WebAssembly memory ends at 4 GiB.`,
    {
      fix: 'Compute blocks of rows or columns of C one after another, or use a kernel of a device.',
      details: { kernel, operands, packed: least },
    },
  );
}

/**
 * How a product is packed: small ones hardly at all, anything else in slabs that all threads pack and then compute together.
 * Errors: `KERNEL.REFUSED` where a WebAssembly memory has no room beside the operands.
 */
export function packedPlan(kernel: string, context: KernelContext, params: PackedGemmParams): PackedPlan {
  const product = canonicalProduct(context);
  const { m, n, k, batch, left, right } = product;
  const bytes = valueBytes(context);
  const tileColumns = TILE_ROW_BYTES / bytes;
  const [rowPanels, colPanels] = [Math.ceil(m / TILE_ROWS), Math.ceil(n / tileColumns)];
  const [leftLines, rightLines] = [rowPanels * TILE_ROWS, colPanels * tileColumns];
  const threads = context.device.limits['threads'] ?? 1;
  const enough = threads === 1 || batch >= UNITS_EACH * threads || 2 * m * n * k * batch < SHARED_FLOPS;
  if (enough && (leftLines + rightLines) * k * bytes <= params.directKiB * 2 ** 10) {
    const slabs = [{ first: 0, count: batch, from: 0, steps: k }];
    // Whole vectors of rows are read where they lie.
    const packed = right.order === 'row' ? (n % tileColumns === 0 ? 0 : tileColumns) : rightLines;
    const sizes = { leftElements: 0, rightElements: packed * k };
    return { product, rowPanels, colPanels, direct: true, slabs, depth: k, groups: 1, ...sizes };
  }
  const [leftShared, rightShared] = [isShared(left), isShared(right)];
  const linesOf = (products: number): number =>
    (leftShared ? 1 : products) * leftLines + (rightShared ? 1 : products) * rightLines;
  const room = roomFor(kernel, context, linesOf(1) * bytes, params) / bytes;
  // As many products as there is room for with all of k, at least one.
  const [fixed, each] = [2 * linesOf(1) - linesOf(2), linesOf(2) - linesOf(1)];
  const products = Math.max(1, Math.min(batch, each === 0 ? batch : Math.floor((room / k - fixed) / each)));
  const most = Math.min(k, Math.floor(room / linesOf(products)));
  const blocks = Math.ceil(most / params.depth);
  const steps = Math.ceil(k / Math.ceil(k / most));
  const depth = Math.ceil(steps / blocks);
  const wanted = Math.ceil((UNITS_EACH * threads) / (products * colPanels));
  const groups = Math.min(rowPanels, Math.max(wanted, Math.ceil(rowPanels / params.group)));
  return {
    product,
    rowPanels,
    colPanels,
    direct: false,
    slabs: slabsOf(batch, products, k, steps),
    depth,
    groups,
    leftElements: (leftShared ? 1 : products) * leftLines * steps,
    rightElements: (rightShared ? 1 : products) * rightLines * steps,
  };
}

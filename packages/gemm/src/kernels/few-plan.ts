import type { KernelContext } from '@spmv/core';
import { denseSteps } from '@spmv/core';
import { valueBytes } from '@spmv/kernel-kit';
import type { CanonicalMatrix, CanonicalProduct } from './canonical.ts';
import { canonicalProduct, transposed } from './canonical.ts';

/** Steps that a worker packs of each column: as in assembly/few.ts. */
const BLOCK = 1024;

/** Rows of a chunk at most, where the tall matrix lies by rows; and bytes of a column of it, where it lies by columns. */
const MOST_ROWS = 256;
const COLUMN_BYTES = 2 ** 13;

/** Fewer rows of one by columns than this, and most of the time is not spent in vectors. */
const LEAST_ROWS = 32;

/** Fewer steps in a slice than this, and adding up slices takes a time that can be noticed. */
const LEAST_STEPS = { row: BLOCK, column: 64 };

/** Units that every thread should have where there are several. */
const UNITS_EACH = 8;

/** A product of which one of the matrices that are read has a few columns, and how it is divided. */
export interface FewPlan {
  /** The matrix of many rows, the one of few columns and their product, in any order. */
  readonly tall: CanonicalMatrix;
  readonly thin: CanonicalMatrix;
  readonly out: CanonicalMatrix;
  readonly batch: number;
  /** Rows of a chunk. */
  readonly chunk: number;
  readonly chunks: number;
  /** Steps of a slice. With more than one slice their sums are added up afterwards. */
  readonly steps: number;
  readonly slices: number;
  /** Elements that a worker has for itself, and those of the sums of slices. */
  readonly ownElements: number;
  readonly sumElements: number;
}

/** The product with many rows: the canonical one, or its transposed. */
function tallProduct({ m, n, left, right, out }: CanonicalProduct): Pick<FewPlan, 'tall' | 'thin' | 'out'> {
  if (m >= n) return { tall: left, thin: right, out };
  return { tall: transposed(right), thin: transposed(left), out: transposed(out) };
}

/** How a product with at most `most` rows or columns is divided; undefined for any other, which is better packed. */
export function fewPlan(context: KernelContext, most: number): FewPlan | undefined {
  const product = canonicalProduct(context);
  const { tall, thin, out } = tallProduct(product);
  const { rows, cols: depth } = tall;
  const count = thin.cols;
  const along = denseSteps(tall).col === 1 ? 'row' : 'column';
  if (count > most || (along === 'column' && rows < LEAST_ROWS)) return undefined;
  const { batch } = product;
  const threads = context.device.limits['threads'] ?? 1;
  const wanted = threads === 1 ? 1 : Math.ceil((UNITS_EACH * threads) / batch);
  const largest = along === 'row' ? MOST_ROWS : COLUMN_BYTES / valueBytes(context);
  // Pieces of a column that are much shorter are not streamed.
  const shortest = along === 'row' ? 4 : largest / 4;
  const pieces = Math.max(Math.ceil(rows / largest), Math.min(wanted, Math.ceil(rows / shortest)));
  const chunk = Math.min(largest, Math.ceil(rows / pieces / 4) * 4);
  const chunks = Math.ceil(rows / chunk);
  const parts = Math.max(1, Math.min(Math.ceil(wanted / chunks), Math.floor(depth / LEAST_STEPS[along])));
  const steps = Math.ceil(depth / parts);
  const slices = Math.ceil(depth / steps);
  return {
    tall,
    thin,
    out,
    batch,
    chunk,
    chunks,
    steps,
    slices,
    ownElements: (chunk + BLOCK) * count,
    sumElements: slices === 1 ? 0 : batch * slices * rows * count,
  };
}

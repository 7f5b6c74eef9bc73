import type { KernelContext, NamedArrays, Partition, StoredMatrix } from '@spmv/core';

/** Rows of a block of a large matrix: those that the kit's rows by length come in. */
const MOST_ROWS = 128;
/** With fewer blocks than this, smaller ones share the work better, as long as each has so many entries: a microsecond's work. */
const FEW = 64;
const ENOUGH = 1024;

/**
 * Blocks of rows on CPUs. Each has sums of its own, which a last pass adds up in their order, so that it makes no difference which worker had which.
 * They depend on the shape, the entries and the format alone.
 */
export interface RowBlocks {
  /** Rows, or slices of rows. */
  readonly size: number;
  readonly count: number;
  /** The array of the format that says where each row, or slice, begins. */
  readonly starts: 'rowStart' | 'sliceStart';
}

/** The blocks of a matrix in `csr` or `sell`. */
export function rowBlocks({ format, shape: { rows }, nnz, params, scalars }: KernelContext['matrix']): RowBlocks {
  let size = MOST_ROWS;
  while (size > 1 && size * FEW > rows && (size / 2) * nnz >= ENOUGH * rows) size /= 2;
  if (format === 'csr') return { size, count: Math.ceil(rows / size), starts: 'rowStart' };
  const slices = Math.max(1, Math.floor(size / (params['C'] as number)));
  return { size: slices, count: Math.ceil(scalars['slices'] / slices), starts: 'sliceStart' };
}

/** Entries before each block, for backends that divide blocks by their work. */
export function rowBlockStarts(matrix: StoredMatrix, context: KernelContext): NamedArrays {
  const { size, count, starts } = rowBlocks(context.matrix);
  const begins = matrix.arrays[starts] as Int32Array;
  const last = begins.length - 1;
  return { blockStart: Int32Array.from({ length: count + 1 }, (_, b) => begins[Math.min(last, b * size)]) };
}

/** A pass over the blocks. */
export function byRowBlocks({ count }: RowBlocks): Partition {
  return { unit: 'blocks of rows', count, work: 'auxiliary.blockStart' };
}

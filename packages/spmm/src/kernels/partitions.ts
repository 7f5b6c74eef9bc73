import type { KernelContext, NamedArrays, Partition, StoredMatrix } from '@spmv/core';
import { unitsOf } from '@spmv/kernel-kit';

/** Slices of a matrix in `sell`, weighed by their slots. */
export function bySlices({ matrix }: KernelContext): Partition {
  return unitsOf('slices', matrix.scalars['slices'] as number, 'sliceStart');
}

/** `stepStart`: the steps before each slice of a matrix in `packed`, and their number as last element. */
export function stepStarts({ arrays, scalars }: StoredMatrix): NamedArrays {
  const slices = arrays['slices'] as Int32Array;
  const count = scalars['sliceCount'] as number;
  const stepStart = new Int32Array(count + 1);
  for (let s = 0; s < count; s++)
    stepStart[s + 1] = (slices[4 * s] as number) + ((slices[4 * s + 3] as number) & 0xffff);
  return { stepStart };
}

/** Slices of a matrix in `packed`, weighed by their steps. A row in several of them belongs to the first. */
export function byPackedSlices({ matrix }: KernelContext): Partition {
  return unitsOf('slices', matrix.scalars['sliceCount'] as number, 'auxiliary.stepStart');
}

/** Transposed products over {@link transposedIndex}: formats, and ids of their kernels after that of the target. */
export const INDEXED: readonly { readonly id: string; readonly format: string }[] = [
  { id: 'spmm-csr-transposed-index', format: 'csr' },
  { id: 'spmm-ellpack-transposed', format: 'ellpack' },
  { id: 'spmm-sell-transposed', format: 'sell' },
  { id: 'spmm-packed-transposed', format: 'packed' },
];

/** Columns of A, weighed by their entries in the index. */
export function byIndexedColumns({ matrix }: KernelContext): Partition {
  return unitsOf('columns', matrix.shape.cols, 'auxiliary.rowStart');
}

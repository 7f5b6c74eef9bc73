import type { KernelContext, Partition } from '@spmv/core';
import { unitsOf } from '@spmv/kernel-kit';

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

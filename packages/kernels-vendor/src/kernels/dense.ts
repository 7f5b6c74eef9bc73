import type { Citation, DenseLayout, Kernel, KernelContext, NativeArgument } from '@spmv/core';
import { MKL_BLAS, OPENBLAS } from './sources.ts';
import { vendorKernel } from './vendor-kernel.ts';

/** A matrix as cblas takes it where the result lies by rows: one by columns is the transpose of one by rows. */
interface BlasMatrix extends DenseLayout {
  readonly name: string;
}

/** C by columns is Cᵀ by rows, and Cᵀ = BᵀAᵀ: left and right change places, m and n too. */
function argumentsOf({ layouts: { A, B, C }, sizes: { m, n, k, batch } }: KernelContext): readonly NativeArgument[] {
  if (!A || !B || !C) throw new RangeError('a product has layouts A, B and C');
  const [a, b, c]: readonly [BlasMatrix, BlasMatrix, BlasMatrix] = [
    { ...A, name: 'A' },
    { ...B, name: 'B' },
    { ...C, name: 'C' },
  ] as const;
  const byRows = C.order === 'row';
  const [left, right, out] = byRows ? [a, b, c] : [b, a, c];
  const isTransposed = ({ order }: BlasMatrix): number => Number((order === 'row') !== byRows);
  const all = [left, right, out];
  return [
    ...all.map(({ name }) => name),
    ...((byRows ? [m, n, k] : [n, m, k]) as readonly number[]),
    isTransposed(left),
    isTransposed(right),
    ...all.map(({ leadingDimension }) => leadingDimension),
    batch,
    ...all.map(({ batchStride }) => batchStride),
    'workers',
    'alpha',
    'beta',
  ];
}

function gemm(id: string, title: string, name: string, source: Citation): Kernel {
  return vendorKernel({ id, operation: 'gemm', title, sources: [source], function: name, arguments: argumentsOf });
}

/** Dense products. */
export const denseKernels: readonly Kernel[] = [
  gemm('native/openblas-gemm', 'OpenBLAS', 'openblasGemm', OPENBLAS),
  gemm('native/mkl-gemm', 'MKL', 'mklGemm', MKL_BLAS),
];

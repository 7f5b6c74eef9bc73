import type { CudaLibraryArgument, CudaLibraryCall, Kernel, KernelContext, KernelPrecision } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { HANDLE, i64 } from '@spmv/kernel-kit';
import type { Accuracy } from '../accuracy.ts';
import type { CanonicalMatrix } from './canonical.ts';
import { canonicalProduct } from './canonical.ts';
import { cudaGemm } from './cuda-launch.ts';

const MANUAL = { title: 'NVIDIA, cuBLAS', section: 'cublas<t>gemm', url: 'https://docs.nvidia.com/cuda/cublas/' };

/** Numbers of the library's enumerations: `CUBLAS_DEFAULT_MATH`, which narrows nothing, and `CUBLAS_TF32_TENSOR_OP_MATH`. */
const DEFAULT_MATH = 0;
const TF32_MATH = 3;

/** The library's matrices lie by columns: one by rows is its transpose as it is. */
const asItLies = ({ order }: CanonicalMatrix): CudaLibraryArgument => ({ i32: order === 'row' ? 0 : 1 });

/** C by rows is Cᵀ by columns, and Cᵀ = BᵀAᵀ: right and left change places, m and n too. */
function call(context: KernelContext): CudaLibraryCall {
  const { m, n, k, batch, left, right, out } = canonicalProduct(context);
  const many = batch > 1;
  const matrix = ({ name, leadingDimension, batchStride }: CanonicalMatrix): readonly CudaLibraryArgument[] => [
    name,
    i64(leadingDimension),
    ...(many ? [i64(batchStride)] : []),
  ];
  const letter = context.precision.precision === 'f64' ? 'D' : 'S';
  return {
    routine: many ? `cublas${letter}gemmStridedBatched_64` : `cublas${letter}gemm_v2_64`,
    arguments: [
      HANDLE,
      asItLies(right),
      asItLies(left),
      ...[n, m, k].map(i64),
      'alpha',
      ...matrix(right),
      ...matrix(left),
      'beta',
      ...matrix(out),
      ...(many ? [i64(batch)] : []),
    ],
  };
}

function vendorKernel(
  variant: string,
  title: string,
  accuracy: Accuracy,
  precisions: readonly KernelPrecision[],
): Kernel<'cuda', Record<never, never>> {
  return cudaGemm({
    id: `cuda/cublas-gemm${variant}`,
    title,
    sources: [MANUAL],
    options: { accuracy },
    precisions,
    requires: ['cublas'],
    vendor: true,
    params: NO_PARAMS,
    program: (context) => ({
      kind: 'library',
      library: 'cublas',
      setup: [
        {
          routine: 'cublasSetMathMode',
          arguments: [HANDLE, { i32: accuracy === 'tf32' ? TF32_MATH : DEFAULT_MATH }],
        },
      ],
      calls: [call(context)],
    }),
  });
}

const F32: KernelPrecision = { precision: 'f32', accumulator: 'f32' };
const F64: KernelPrecision = { precision: 'f64', accumulator: 'f64' };

/** cuBLAS, offered where the library is installed so that every bench compares with it: as it is, and with TF32. */
export const cublasKernels: readonly Kernel<'cuda', Record<never, never>>[] = [
  vendorKernel('', 'cuBLAS', 'full', [F64, F32]),
  vendorKernel('-tf32', 'cuBLAS, 11 bits of each number', 'tf32', [F32]),
];

import type { CudaLibraryArgument, CudaLibraryCall, KernelContext, Precision } from '@spmv/core';

/** An argument of a library's call: a number of 32 bits. */
export const i32 = (value: number): CudaLibraryArgument => ({ i32: value });
/** A number of 64 bits. */
export const i64 = (value: number): CudaLibraryArgument => ({ i64: value });
/** What a call before left in a cell. */
export const cell = (name: string): CudaLibraryArgument => ({ cell: name });
/** Where a call leaves something in a cell. */
export const cellAddress = (name: string): CudaLibraryArgument => ({ cellAddress: name });
/** The library's handle. */
export const HANDLE: CudaLibraryArgument = { handle: true };

const INDEX_32 = 2;
const ZERO_BASED = 0;

/** A call of `cusparseROUTINE`. */
export function cusparseCall(routine: string, ...list: readonly CudaLibraryArgument[]): CudaLibraryCall {
  return { routine: `cusparse${routine}`, arguments: list };
}

/** The library's `cudaDataType` of each precision: `CUDA_R_64F`, `CUDA_R_32F`, `CUDA_C_64F`, `CUDA_C_32F`. */
const TYPES: Readonly<Partial<Record<Precision, number>>> = { f64: 1, f32: 0, c128: 5, c64: 4 };

/** That of a product. */
export function cusparseType({ precision }: Pick<KernelContext, 'precision'>): CudaLibraryArgument {
  return i32(TYPES[precision.precision] ?? 0);
}

/** `CUSPARSE_OPERATION_TRANSPOSE`, or not. */
export function cusparseTranspose(transpose: boolean): CudaLibraryArgument {
  return i32(transpose ? 1 : 0);
}

/**
 * Leaves the description of A in cell `A`, by the routine for how it is stored. `arrays` are its three; `own`: what the routine takes between the sizes and these.
 */
export function describeMatrix(
  context: KernelContext,
  kind: 'Csr' | 'Coo' | 'SlicedEll',
  arrays: readonly string[],
  own: readonly CudaLibraryArgument[] = [],
): CudaLibraryCall {
  const { shape, nnz } = context.matrix;
  const indices = kind === 'Coo' ? [INDEX_32] : [INDEX_32, INDEX_32];
  return cusparseCall(
    `Create${kind}`,
    cellAddress('A'),
    ...[shape.rows, shape.cols, nnz].map(i64),
    ...own,
    ...arrays,
    ...[...indices, ZERO_BASED].map(i32),
    cusparseType(context),
  );
}

import type {
  CudaLibraryArgument,
  CudaLibraryCall,
  DenseLayout,
  Kernel,
  KernelContext,
  Reproducibility,
} from '@spmv/core';
import { NO_PARAMS, SpmvError } from '@spmv/core';
import {
  cell,
  cellAddress,
  cusparseCall,
  cusparseTranspose,
  cusparseType,
  describeMatrix,
  HANDLE,
  i32,
  i64,
} from '@spmv/kernel-kit';
import { SUMS_AS_STORED } from './cuda-operands.ts';
import { spmmKernel } from './spmm-kernel.ts';

const MANUAL = { title: 'NVIDIA, cuSPARSE', section: 'cusparseSpMM', url: 'https://docs.nvidia.com/cuda/cusparse/' };

/** Numbers of the library's enumerations. */
const ORDER = { column: 1, row: 2 } as const;
const ALGORITHMS = {
  'csr-alg1': 4,
  'csr-alg2': 6,
  'csr-alg3': 12,
  'coo-alg1': 1,
  'coo-alg2': 2,
  'coo-alg3': 3,
  'coo-alg4': 5,
} as const;
type Variant = keyof typeof ALGORITHMS;

/** Those of which the manual says that they add up in one order. */
const DETERMINISTIC: ReadonlySet<Variant> = new Set(['csr-alg3', 'coo-alg2'] as const);

/** X and Y as the library takes them: both in the order of Y, so that X of the other order is its transpose by that order. */
interface DenseMatrices {
  readonly x: DenseLayout;
  readonly xTransposed: boolean;
  readonly y: DenseLayout;
}

function denseMatrices({ layouts: { X, Y } }: KernelContext): DenseMatrices {
  if (!X || !Y) throw new RangeError('a product of several vectors has layouts X and Y');
  if (X.order === Y.order) return { x: X, xTransposed: false, y: Y };
  return { x: { ...X, rows: X.cols, cols: X.rows, order: Y.order }, xTransposed: true, y: Y };
}

/**
 * CSR algorithm 3 reads and writes two numbers at once wherever vectors lie by rows and are even in number, also where a row begins at an odd place: a misaligned address, after which the
 * device takes no work any more (the cuSPARSE of CUDA 13.0 on an H200; all other counts, gaps and orders are right).
 */
function refuseOddRows(variant: Variant, { layouts: { X, Y }, sizes }: KernelContext): void {
  // X of the other order is handed over as a transposed matrix of the order of Y.
  if (variant !== 'csr-alg3' || Y?.order !== 'row' || (sizes['vectors'] ?? 0) % 2 !== 0) return;
  for (const layout of [X, Y]) {
    if (layout === undefined || layout.leadingDimension % 2 === 0) continue;
    throw new SpmvError(
      'KERNEL.REFUSED',
      `Algorithm 3 of cuSPARSE reads two numbers at once, and rows ${layout.leadingDimension} apart begin at odd places.`,
      {
        fix: 'Use an even leading dimension, or another kernel.',
        details: { leadingDimension: layout.leadingDimension },
      },
    );
  }
}

function setupOf(context: KernelContext, format: 'csr' | 'coo'): readonly CudaLibraryCall[] {
  const { x, y } = denseMatrices(context);
  // The addresses of X and Y come with each product; these are only not null.
  const dense = (name: string, { rows, cols, order, leadingDimension }: DenseLayout): CudaLibraryCall =>
    cusparseCall(
      'CreateDnMat',
      cellAddress(name),
      ...[rows, cols, leadingDimension].map(i64),
      'A.values',
      cusparseType(context),
      i32(ORDER[order]),
    );
  return [
    format === 'csr'
      ? describeMatrix(context, 'Csr', ['A.rowStart', 'A.colIndex', 'A.values'])
      : describeMatrix(context, 'Coo', ['A.rowIndex', 'A.colIndex', 'A.values']),
    dense('X', x),
    dense('Y', y),
  ];
}

/** Arguments of the product, of which the last says where the library works. */
function product(
  context: KernelContext,
  variant: Variant,
  transpose: boolean,
  last: CudaLibraryArgument,
): readonly CudaLibraryArgument[] {
  const { xTransposed } = denseMatrices(context);
  return [
    HANDLE,
    cusparseTranspose(transpose),
    cusparseTranspose(xTransposed),
    'alpha',
    cell('A'),
    cell('X'),
    'beta',
    cell('Y'),
    cusparseType(context),
    i32(ALGORITHMS[variant]),
    last,
  ];
}

function vendorKernel(variant: Variant, transpose: boolean): Kernel<'cuda', Record<never, never>> {
  const format = variant.startsWith('csr') ? 'csr' : 'coo';
  const reproducibility: Reproducibility = DETERMINISTIC.has(variant) && !transpose ? 'run-to-run' : 'none';
  return spmmKernel<'cuda', Record<never, never>>('cuda', {
    id: `cuda/spmm-cusparse-${variant}${transpose ? '-transposed' : ''}`,
    format,
    title: `cuSPARSE, ${format.toUpperCase()} algorithm ${variant.at(-1)} (preprocessed)${transpose ? ', transposed' : ''}`,
    sources: [MANUAL],
    options: { transpose },
    precisions: SUMS_AS_STORED,
    reproducibility,
    requires: ['cusparse'],
    vendor: true,
    params: NO_PARAMS,
    program: (context) => {
      refuseOddRows(variant, context);
      return {
        kind: 'library',
        library: 'cusparse',
        setup: [
          ...setupOf(context, format),
          cusparseCall('SpMM_bufferSize', ...product(context, variant, transpose, cellAddress('bytes'))),
          cusparseCall('SpMM_preprocess', ...product(context, variant, transpose, { workspace: 'bytes' })),
        ],
        calls: [
          cusparseCall('DnMatSetValues', cell('X'), 'X'),
          cusparseCall('DnMatSetValues', cell('Y'), 'Y'),
          cusparseCall('SpMM', ...product(context, variant, transpose, { workspace: 'bytes' })),
        ],
        release: [
          cusparseCall('DestroyDnMat', cell('Y')),
          cusparseCall('DestroyDnMat', cell('X')),
          cusparseCall('DestroySpMat', cell('A')),
        ],
      };
    },
  });
}

/** cuSPARSE's products of several vectors, offered where the library is installed so that every bench compares with it. */
export const cusparseKernels: readonly Kernel<'cuda', Record<never, never>>[] = [false, true].flatMap((transpose) =>
  (Object.keys(ALGORITHMS) as Variant[]).map((variant) => vendorKernel(variant, transpose)),
);

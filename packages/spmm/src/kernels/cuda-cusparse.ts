import type {
  CudaLibraryArgument,
  CudaLibraryCall,
  DenseLayout,
  Kernel,
  KernelContext,
  Reproducibility,
} from '@spmv/core';
import { NO_PARAMS, SpmvError } from '@spmv/core';
import { SUMS_AS_STORED } from './cuda-operands.ts';
import { spmmKernel } from './spmm-kernel.ts';

const MANUAL = { title: 'NVIDIA, cuSPARSE', section: 'cusparseSpMM', url: 'https://docs.nvidia.com/cuda/cusparse/' };

/** Numbers of the library's enumerations. */
const ORDER = { column: 1, row: 2 } as const;
const TRANSPOSE = { no: 0, yes: 1 } as const;
const INDEX_32 = 2;
const ZERO_BASED = 0;
const REAL = { f64: 1, f32: 0 } as const;
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

const i32 = (value: number): CudaLibraryArgument => ({ i32: value });
const i64 = (value: number): CudaLibraryArgument => ({ i64: value });
const cell = (name: string): CudaLibraryArgument => ({ cell: name });
const cellAddress = (name: string): CudaLibraryArgument => ({ cellAddress: name });
const HANDLE: CudaLibraryArgument = { handle: true };

const call = (routine: string, ...list: readonly CudaLibraryArgument[]): CudaLibraryCall => ({
  routine: `cusparse${routine}`,
  arguments: list,
});

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
  const { matrix, precision } = context;
  const type = i32(REAL[precision.precision as keyof typeof REAL]);
  const { x, y } = denseMatrices(context);
  const sizes = [matrix.shape.rows, matrix.shape.cols, matrix.nnz].map(i64);
  // The addresses of X and Y come with each product; these are only not null.
  const dense = (name: string, { rows, cols, order, leadingDimension }: DenseLayout): CudaLibraryCall =>
    call(
      'CreateDnMat',
      cellAddress(name),
      ...[rows, cols, leadingDimension].map(i64),
      'A.values',
      type,
      i32(ORDER[order]),
    );
  return [
    format === 'csr'
      ? call(
          'CreateCsr',
          cellAddress('A'),
          ...sizes,
          'A.rowStart',
          'A.colIndex',
          'A.values',
          ...[INDEX_32, INDEX_32, ZERO_BASED].map(i32),
          type,
        )
      : call(
          'CreateCoo',
          cellAddress('A'),
          ...sizes,
          'A.rowIndex',
          'A.colIndex',
          'A.values',
          ...[INDEX_32, ZERO_BASED].map(i32),
          type,
        ),
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
    i32(transpose ? TRANSPOSE.yes : TRANSPOSE.no),
    i32(xTransposed ? TRANSPOSE.yes : TRANSPOSE.no),
    'alpha',
    cell('A'),
    cell('X'),
    'beta',
    cell('Y'),
    i32(REAL[context.precision.precision as keyof typeof REAL]),
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
          call('SpMM_bufferSize', ...product(context, variant, transpose, cellAddress('bytes'))),
          call('SpMM_preprocess', ...product(context, variant, transpose, { workspace: 'bytes' })),
        ],
        calls: [
          call('DnMatSetValues', cell('X'), 'X'),
          call('DnMatSetValues', cell('Y'), 'Y'),
          call('SpMM', ...product(context, variant, transpose, { workspace: 'bytes' })),
        ],
        release: [call('DestroyDnMat', cell('Y')), call('DestroyDnMat', cell('X')), call('DestroySpMat', cell('A'))],
      };
    },
  });
}

/** cuSPARSE's products of several vectors, offered where the library is installed so that every bench compares with it. */
export const cusparseKernels: readonly Kernel<'cuda', Record<never, never>>[] = [false, true].flatMap((transpose) =>
  (Object.keys(ALGORITHMS) as Variant[]).map((variant) => vendorKernel(variant, transpose)),
);

import type {
  CudaLibraryArgument,
  CudaLibraryCall,
  CudaLibraryProgram,
  Kernel,
  KernelContext,
  StoredMatrix,
  ValueArray,
} from '@spmv/core';
import { formatBytes, INDEX_LIMIT, NO_PARAMS, SpmvError, valueArray } from '@spmv/core';
import {
  cell,
  cellAddress,
  cusparseCall,
  cusparseTranspose,
  cusparseType,
  describeMatrix,
  fullPrecisionsOf,
  HANDLE,
  i32,
  i64,
  precisionsOf,
} from '@spmv/kernel-kit';

const SLICE_ROWS = 32;
const MANUAL = { title: 'NVIDIA, cuSPARSE', section: 'cusparseSpMV', url: 'https://docs.nvidia.com/cuda/cusparse/' };

type VendorKernel = Kernel<'cuda', Record<never, never>>;

interface VendorParts {
  readonly variant: string;
  readonly title: string;
  /** Number of `cusparseSpMVAlg_t`. */
  readonly algorithm: number;
  readonly transpose?: boolean;
  /** Whether A is handed over as sliced ELLPACK. */
  readonly sliced?: boolean;
}

const CSR = ['A.rowStart', 'A.colIndex', 'A.values'] as const;
const SLICED = ['auxiliary.sliceStart', 'auxiliary.sliceColumns', 'auxiliary.sliceValues'] as const;

/** The calls of a product: A, x and y are described once, and the library may look at A once. */
function programOf(
  context: KernelContext,
  { algorithm, transpose = false, sliced = false }: VendorParts,
): CudaLibraryProgram {
  const { rows, cols } = context.matrix.shape;
  const type = cusparseType(context);
  const arrays = sliced ? SLICED : CSR;
  // The addresses of x and y come with each product; these are only not null.
  const vector = (name: string, length: number): CudaLibraryCall =>
    cusparseCall('CreateDnVec', cellAddress(name), i64(length), arrays[2], type);
  const product = (routine: string, last: CudaLibraryArgument): CudaLibraryCall =>
    cusparseCall(
      `SpMV${routine}`,
      HANDLE,
      cusparseTranspose(transpose),
      'alpha',
      cell('A'),
      cell('x'),
      'beta',
      cell('y'),
      type,
      i32(algorithm),
      last,
    );
  return {
    kind: 'library',
    library: 'cusparse',
    setup: [
      sliced
        ? describeMatrix(context, 'SlicedEll', arrays, [{ elements: arrays[1] }, i64(SLICE_ROWS)])
        : describeMatrix(context, 'Csr', arrays),
      vector('x', transpose ? rows : cols),
      vector('y', transpose ? cols : rows),
      product('_bufferSize', cellAddress('bytes')),
      // Older libraries do without.
      { ...product('_preprocess', { workspace: 'bytes' }), optional: true },
    ],
    calls: [
      cusparseCall('DnVecSetValues', cell('x'), 'x'),
      cusparseCall('DnVecSetValues', cell('y'), 'y'),
      product('', { workspace: 'bytes' }),
    ],
    release: [
      cusparseCall('DestroyDnVec', cell('y')),
      cusparseCall('DestroyDnVec', cell('x')),
      cusparseCall('DestroySpMat', cell('A')),
    ],
  };
}

function vendorKernel(parts: VendorParts): VendorKernel {
  const { variant, title, transpose = false, sliced = false } = parts;
  return {
    kind: 'kernel',
    id: `cuda/csr-cusparse-${variant}`,
    operation: 'spmv',
    options: { transpose },
    target: 'cuda',
    format: 'csr',
    title,
    sources: [MANUAL],
    precisions: [...fullPrecisionsOf('cuda'), ...(sliced ? [] : precisionsOf('cuda', 2))],
    reproducibility: variant === 'alg2' ? 'run-to-run' : 'none',
    requires: ['cusparse'],
    vendor: true,
    params: NO_PARAMS,
    ...(sliced ? { analyse: slicedEllpackOf } : {}),
    program: (context) => programOf(context, parts),
  };
}

/**
 * CSR arrays as sliced ELLPACK: slices of 32 rows, column-major inside, padding column −1.
 *
 * Errors: `FORMAT.REFUSED` when the padded arrays pass the index limit.
 */
export function slicedEllpackOf(matrix: StoredMatrix): {
  readonly sliceStart: Int32Array;
  readonly sliceColumns: Int32Array;
  readonly sliceValues: ValueArray;
} {
  const rowStart = matrix.arrays['rowStart'] as Int32Array;
  const colIndex = matrix.arrays['colIndex'] as Int32Array;
  const values = matrix.arrays['values'] as ValueArray;
  const { rows } = matrix.shape;
  const slices = Math.ceil(rows / SLICE_ROWS);
  const sliceStart = new Int32Array(slices + 1);
  let slots = 0;
  for (let s = 0; s < slices; s++) {
    let width = 0;
    for (let i = s * SLICE_ROWS; i < Math.min((s + 1) * SLICE_ROWS, rows); i++)
      width = Math.max(width, (rowStart[i + 1] as number) - (rowStart[i] as number));
    slots += width * SLICE_ROWS;
    if (slots > INDEX_LIMIT) break;
    sliceStart[s + 1] = slots;
  }
  if (slots > INDEX_LIMIT || slots > 32 * matrix.nnz + 2 ** 24) {
    throw new SpmvError(
      'FORMAT.REFUSED',
      `Sliced ELLPACK for cuSPARSE is refused for this matrix: its padding needs at least ${formatBytes(slots * 12)}.`,
      {
        fix: "Compare with cuSPARSE's CSR algorithms.",
        details: { slots, nnz: matrix.nnz },
      },
    );
  }
  const sliceColumns = new Int32Array(slots).fill(-1);
  const sliceValues = valueArray(matrix.valueType, slots);
  for (let i = 0; i < rows; i++) {
    let place = (sliceStart[Math.floor(i / SLICE_ROWS)] as number) + (i % SLICE_ROWS);
    for (let k = rowStart[i] as number; k < (rowStart[i + 1] as number); k++, place += SLICE_ROWS) {
      sliceColumns[place] = colIndex[k] as number;
      sliceValues[place] = values[k] as number;
    }
  }
  return { sliceStart, sliceColumns, sliceValues };
}

/** cuSPARSE's SpMV, offered where the library is installed so that every bench compares with it. */
export const cusparseKernels: readonly VendorKernel[] = [
  { variant: 'alg1', title: 'cuSPARSE, CSR algorithm 1 (preprocessed)', algorithm: 2 },
  { variant: 'alg2', title: 'cuSPARSE, CSR algorithm 2 (preprocessed)', algorithm: 3 },
  { variant: 'sell', title: 'cuSPARSE, sliced ELLPACK made from CSR', algorithm: 5, sliced: true },
  // Its other algorithm is this one where A is transposed.
  { variant: 'transposed', title: 'cuSPARSE, transposed (preprocessed)', algorithm: 2, transpose: true },
].map(vendorKernel);

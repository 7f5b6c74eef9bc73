import type { CudaVendorLayout, NamedArrays, Kernel, StoredMatrix, ValueArray } from '@spmv/core';
import { formatBytes, INDEX_LIMIT, NO_PARAMS, SpmvError, valueArray } from '@spmv/core';

const SLICE_ROWS = 32;
const MANUAL = { title: 'NVIDIA, cuSPARSE', section: 'cusparseSpMV', url: 'https://docs.nvidia.com/cuda/cusparse/' };

type VendorKernel = Kernel<'cuda', Record<never, never>>;

interface VendorParts {
  readonly variant: string;
  readonly title: string;
  readonly algorithm: string;
  readonly layout: CudaVendorLayout;
  readonly transpose?: boolean;
  analyse?(matrix: StoredMatrix): NamedArrays;
}

function vendorKernel({ variant, title, algorithm, layout, transpose = false, analyse }: VendorParts): VendorKernel {
  return {
    kind: 'kernel',
    id: `cuda/csr-cusparse-${variant}`,
    operation: 'spmv',
    options: { transpose },
    target: 'cuda',
    format: 'csr',
    title,
    sources: [MANUAL],
    precisions: [
      { precision: 'f64', accumulator: 'f64' },
      { precision: 'f32', accumulator: 'f32' },
    ],
    reproducibility: variant === 'alg2' ? 'run-to-run' : 'none',
    requires: ['cusparse'],
    vendor: true,
    params: NO_PARAMS,
    ...(analyse ? { analyse } : {}),
    program: () => ({ kind: 'vendor', library: 'cusparse', algorithm, preprocess: true, transpose, layout }),
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

const csrLayout: CudaVendorLayout = {
  kind: 'csr',
  starts: 'A.rowStart',
  columns: 'A.colIndex',
  values: 'A.values',
};

/** cuSPARSE's SpMV, offered where the library is installed so that every bench compares with it. */
export const cusparseKernels: readonly VendorKernel[] = [
  vendorKernel({
    variant: 'alg1',
    title: 'cuSPARSE, CSR algorithm 1 (preprocessed)',
    algorithm: 'CUSPARSE_SPMV_CSR_ALG1',
    layout: csrLayout,
  }),
  vendorKernel({
    variant: 'alg2',
    title: 'cuSPARSE, CSR algorithm 2 (preprocessed)',
    algorithm: 'CUSPARSE_SPMV_CSR_ALG2',
    layout: csrLayout,
  }),
  vendorKernel({
    variant: 'sell',
    title: 'cuSPARSE, sliced ELLPACK made from CSR',
    algorithm: 'CUSPARSE_SPMV_SELL_ALG1',
    layout: {
      kind: 'sliced-ellpack',
      starts: 'auxiliary.sliceStart',
      columns: 'auxiliary.sliceColumns',
      values: 'auxiliary.sliceValues',
      sliceRows: SLICE_ROWS,
    },
    analyse: (matrix) => slicedEllpackOf(matrix),
  }),
  // Its other algorithm is this one where A is transposed.
  vendorKernel({
    variant: 'transposed',
    title: 'cuSPARSE, transposed (preprocessed)',
    algorithm: 'CUSPARSE_SPMV_CSR_ALG1',
    layout: csrLayout,
    transpose: true,
  }),
];

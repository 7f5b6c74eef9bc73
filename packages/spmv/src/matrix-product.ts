import type { Backend, CooMatrix, MatrixKernel, Precision, ValueArray } from '@spmv/core';
import {
  booleanOption,
  buildMatrix,
  checkOptions,
  cooByRows,
  kernelObstacle,
  numberOption,
  PRECISIONS,
  SpmvError,
} from '@spmv/core';
import type { CsrArrays } from '@spmv/formats';
import { csr } from '@spmv/formats';
import { spgemm } from '@spmv/spgemm';
import { entriesOf } from './build/entries.ts';
import type { Matrix } from './matrix.ts';
import type { Places } from './places.ts';
import type { MatrixProductOptions } from './product.ts';

const RULES = {
  // The operator says what is wrong with a number.
  alpha: numberOption(Number.NEGATIVE_INFINITY),
  dropZeros: booleanOption,
  maxWorkBytes: numberOption(0),
};

/** Whether what is multiplied with is a matrix that `openMatrix` gave. */
export function isMatrix(x: unknown): x is Matrix<ValueArray> {
  return typeof x === 'object' && x !== null && 'entries' in x && 'shape' in x && 'multiply' in x;
}

/** Of the backends of a matrix the last that has a kernel, threads before one of them, with the first that it has. Errors: `KERNEL.NONE`. */
function kernelFor(
  { registry, opened }: Places,
  precision: Precision,
): { readonly kernel: MatrixKernel; readonly backend: Backend } {
  for (const { descriptor, backend } of opened.toReversed()) {
    const kernel = registry
      .matrixKernels(spgemm.id)
      .find((one) => !one.vendor && !kernelObstacle(one, descriptor, backend.device, precision));
    if (kernel) return { kernel, backend };
  }
  const names = opened.map(({ descriptor }) => descriptor.id);
  throw new SpmvError(
    'KERNEL.NONE',
    `No kernel multiplies two sparse matrices in ${precision} on ${names.join(' or ')}.`,
    {
      fix: "Open the first matrix with backend: 'threads' or 'serial', and in f64 or f32.",
      details: { operation: spgemm.id, precision, backends: names },
    },
  );
}

function withoutZeros({ shape, rowIndex, colIndex, values }: CooMatrix): CooMatrix {
  const kept = (_: number, k: number): boolean => values[k] !== 0;
  return { shape, rowIndex: rowIndex.filter(kept), colIndex: colIndex.filter(kept), values: values.filter(kept) };
}

/**
 * The entries of αAB, computed on one of the backends of A, which both are converted to CSR for. Errors: `OPERAND.SIZE`, `OPERAND.MATRIX`, `KERNEL.NONE`, `KERNEL.REFUSED`, `FORMAT.REFUSED`,
 * `BACKEND.OUT_OF_MEMORY`, `PARAM.*`.
 */
export async function matrixProduct(
  a: CooMatrix,
  other: Matrix<ValueArray>,
  options: MatrixProductOptions | undefined,
  { places, precision }: { readonly places: Places; readonly precision: Precision },
): Promise<CooMatrix> {
  checkOptions('multiply', options, RULES);
  const { alpha = 1, dropZeros = false, maxWorkBytes } = options ?? {};
  const b = entriesOf(other);
  const { backend, kernel } = kernelFor(places, precision);
  const built = (coo: CooMatrix) => buildMatrix(csr, coo, { valueType: PRECISIONS[precision].host, share: true });
  const product = await backend.prepareMatrix({
    operation: spgemm,
    kernel,
    matrices: { A: built(a), B: built(b) },
    formats: [csr],
    precision,
    ...(maxWorkBytes === undefined ? {} : { maxWorkBytes }),
  });
  try {
    await product.numeric({ alpha });
    const { shape, arrays } = await product.read();
    const { rowStart, colIndex, values } = arrays as CsrArrays;
    // It was checked as it was read: columns increase.
    const coo = cooByRows(shape, { rowStart, colIndex }, Float64Array.from(values)) as CooMatrix;
    return dropZeros ? withoutZeros(coo) : coo;
  } finally {
    await product.dispose();
  }
}

import type {
  CooMatrix,
  MatrixCandidate,
  MatrixKernel,
  MatrixOperation,
  MatrixOperator,
  MatrixRequest,
  Precision,
  StoredMatrix,
} from '@spmv/core';
import {
  buildMatrix,
  cooByRows,
  createRegistry,
  makeFirst,
  matrixKernelsHere,
  PRECISIONS,
  SpmvError,
} from '@spmv/core';
import type { CsrArrays } from '@spmv/formats';
import { csr } from '@spmv/formats';
import { plugin } from '@spmv/spgemm';
import type { Making } from './making.ts';
import type { SharedBackends } from './places.ts';
import { askedProduct } from './product-operands.ts';
import type { TakenProduct } from './taken-product.ts';

/** Kernels on the backends of a matrix: those of the last backend first, threads before one of them. Errors: `KERNEL.NONE`. */
function candidatesOf(
  { registry: { plugins }, opened }: SharedBackends,
  operation: MatrixOperation,
  precision: Precision,
): readonly [MatrixCandidate, ...MatrixCandidate[]] {
  // The registry of a matrix has no sparse products until there is one.
  const registry = createRegistry([...plugins, plugin]);
  const [first, ...others] = opened.toReversed().flatMap(({ descriptor: { id, targets }, backend }) =>
    matrixKernelsHere(
      { registry, id, targets, device: backend.device },
      {
        operation,
        precision,
        formats: Object.fromEntries(operation.matrices({}).map(({ name }) => [name, csr.id])),
      },
    ).map((kernel) => ({ backend, kernel })),
  );
  if (first) return [first, ...others];
  const names = opened.map(({ descriptor }) => descriptor.id);
  throw new SpmvError(
    'KERNEL.NONE',
    `No kernel computes ${operation.formula} of sparse matrices in ${precision} on ${names.join(' or ')}.`,
    {
      fix: "Open the first matrix with backend: 'threads' or 'serial', and in f64 or f32.",
      details: { operation: operation.id, precision, backends: names },
    },
  );
}

function withoutZeros({ shape, rowIndex, colIndex, values }: CooMatrix): CooMatrix {
  const kept = (_: number, k: number): boolean => values[k] !== 0;
  return { shape, rowIndex: rowIndex.filter(kept), colIndex: colIndex.filter(kept), values: values.filter(kept) };
}

/** Entries of a product, how they were computed, and what computes their values again. */
export interface MadeProduct {
  readonly coo: CooMatrix;
  readonly making: Making;
  readonly operator: MatrixOperator;
  readonly scalars: Readonly<Record<string, number>>;
}

/** The values of a result, as entries have them. */
export function entryValues({ arrays }: StoredMatrix): Float64Array {
  const { values } = arrays as CsrArrays;
  return values instanceof Float64Array ? values : Float64Array.from(values);
}

/**
 * αAB, αAB + βD or M ∘ (αAB), computed on one of the backends of A, which all are converted to CSR for. The operator is the caller's to dispose of. Errors: `OPERAND.SIZE`, `OPERAND.MATRIX`, `OPERAND.SCALAR`, `KERNEL.NONE`, `KERNEL.REFUSED`,
 * `FORMAT.REFUSED`, `BACKEND.OUT_OF_MEMORY`, `BACKEND.UNAVAILABLE`.
 */
export async function makeProduct(
  product: TakenProduct,
  { places, precision }: { readonly places: SharedBackends; readonly precision: Precision },
): Promise<MadeProduct> {
  const { A, B, options } = product;
  const { operation, beside, scalars } = askedProduct(product);
  await places.complete();
  const candidates = candidatesOf(places, operation, precision);
  const built = (coo: CooMatrix) => buildMatrix(csr, coo, { valueType: PRECISIONS[precision].host, share: true });
  const matrices = Object.fromEntries(Object.entries({ A, B, ...beside }).map(([name, coo]) => [name, built(coo)]));
  const limits = options.maxWorkBytes === undefined ? {} : { maxWorkBytes: options.maxWorkBytes };
  const requestFor = (kernel: MatrixKernel): MatrixRequest => ({
    operation,
    kernel,
    matrices,
    formats: [csr],
    precision,
    ...limits,
  });
  const { operator, backend, passedOver } = await makeFirst(candidates, requestFor, scalars);
  try {
    const made = await operator.read();
    const { rowStart, colIndex } = made.arrays as CsrArrays;
    return {
      // It was checked as it was read: columns increase.
      coo: cooByRows(made.shape, { rowStart, colIndex }, entryValues(made)) as CooMatrix,
      making: {
        formula: operation.formula,
        backend: backend.id,
        device: backend.device.name,
        kernel: operator.kernel.id,
        precision,
        workBytes: operator.costs().peakWorkBytes,
        passedOver: passedOver.map(({ kernel, error: { message, fix } }) => ({ kernel, reason: message, fix })),
      },
      operator,
      scalars,
    };
  } catch (error) {
    await operator.dispose();
    throw error;
  }
}

/** Its entries alone. */
export async function matrixProduct(
  product: TakenProduct,
  settings: { readonly places: SharedBackends; readonly precision: Precision },
): Promise<Pick<MadeProduct, 'coo' | 'making'>> {
  const { coo, making, operator } = await makeProduct(product, settings);
  await operator.dispose();
  return { coo: product.options.dropZeros ? withoutZeros(coo) : coo, making };
}

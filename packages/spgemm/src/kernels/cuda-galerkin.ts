import type { FoundPattern, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { elementBytes } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';
import { cudaCsr } from './cuda-csr.ts';
import { run } from './cuda-launches.ts';
import { foundOf, noted } from './two-products.ts';
import { fillProduct, findProduct, keptBytes, placeProducts } from './cuda-product.ts';
import type { CudaSpgemmParams, ProductPlan } from './cuda-sizes.ts';
import { transposePositions, transposeValues } from './cuda-transpose.ts';
import { C, factorOf, namesOf } from './matrix-names.ts';

const [TRANSPOSED, MIDDLE] = [namesOf('work.transposed'), namesOf('work.middle')];
const ONE = { value: 1 } as const;

/** PᵀA, and with its entries PᵀAP: in this order an infinite element of P meets the sums that other kernels form, too. */
const plansOf = (context: MatrixContext, middle: number): readonly [first: ProductPlan, whole: ProductPlan] => {
  const [A, P] = [factorOf(context, 'A'), factorOf(context, 'P')];
  const shape = { rows: P.shape.cols, cols: P.shape.rows };
  return [
    { A: { ...TRANSPOSED, shape, nnz: P.nnz }, B: A, to: MIDDLE, work: 'work.first.', alpha: ONE },
    { A: { ...MIDDLE, shape, nnz: middle }, B: P, to: C, work: 'work.second.', alpha: ONE },
  ];
};

/** The context, with so much less for work. */
const without = (context: MatrixContext, bytes: number): MatrixContext => ({
  ...context,
  maxWorkBytes: context.maxWorkBytes - bytes,
});

/** Bytes of Pᵀ with its places, and of PᵀA. */
function matrixBytes({ matrices: { P }, matrix }: MatrixContext, middle: number): number {
  const value = elementBytes(matrix.valueType);
  return (8 + value) * (P?.nnz ?? 0) + 8 * ((P?.shape.cols ?? 0) + 1) + (4 + value) * middle;
}

function* symbolic(context: MatrixContext, params: CudaSpgemmParams): KernelSteps<'cuda', FoundPattern> {
  const P = factorOf(context, 'P');
  yield* transposePositions(P, TRANSPOSED, elementBytes(context.matrix.valueType));
  yield* run(transposeValues(P, TRANSPOSED, context.precision.precision));
  const [PA] = plansOf(context, 0);
  const length = P.shape.cols + 1;
  yield { do: 'bound', bytes: 4 * length };
  yield { do: 'allocate', name: MIDDLE.rowStart, element: 'i32', length };
  const first = yield* findProduct(without(context, matrixBytes(context, 0)), params, PA);
  // Columns of merged rows come with their values.
  yield* fillProduct(context, params, PA, false, first);
  const [, whole] = plansOf(context, first.nnz);
  const taken = matrixBytes(context, first.nnz) + keptBytes(context, params, PA, first);
  const second = yield* findProduct(without(context, taken), params, whole);
  return noted(first, second);
}

/**
 * C ← PᵀAP in one call: PᵀA, which stays for new values, then its product with P, each as in {@link cudaCsr}. Work, besides theirs: Pᵀ with the place of each of its entries, and PᵀA. It reads back 1,152 bytes; new values read nothing. Time of the
 * transpose of a column of n entries: n².
 */
export const cudaGalerkinCsr: MatrixKernel<'cuda', CudaSpgemmParams> = {
  ...cudaCsr,
  id: 'cuda/galerkin-csr',
  operation: 'galerkin',
  formats: { A: 'csr', P: 'csr', C: 'csr' },
  title: 'PᵀA, then that times P, rows in bins',
  sources: [PAPERS.henson, ...cudaCsr.sources],
  symbolic,
  *numeric(context, params, again, found) {
    const [first, second] = foundOf(found);
    const [PA, whole] = plansOf(context, first.nnz);
    yield* run(transposeValues(factorOf(context, 'P'), TRANSPOSED, context.precision.precision));
    yield* fillProduct(context, params, PA, true, first);
    yield* fillProduct(context, params, whole, again, second);
  },
  *beforeAgain(context, params, found) {
    const [first, second] = foundOf(found);
    const [PA, whole] = plansOf(context, first.nnz);
    const rest = without(context, matrixBytes(context, first.nnz));
    const beforeFirst = without(rest, keptBytes(context, params, whole, second));
    const placed = yield* placeProducts(beforeFirst, params, PA, first);
    const beforeSecond = without(rest, keptBytes(context, params, PA, placed));
    return noted(placed, yield* placeProducts(beforeSecond, params, whole, second));
  },
};

import type { FoundPattern, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { elementBytes } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';
import { cudaCsr } from './cuda-csr.ts';
import { run } from './cuda-launches.ts';
import { fillProduct, findProduct, keptBytes, placeProducts } from './cuda-product.ts';
import type { CudaSpgemmParams, ProductPlan } from './cuda-sizes.ts';
import { C, factorOf, namesOf } from './cuda-sizes.ts';
import { transposePositions, transposeValues } from './cuda-transpose.ts';

const [TRANSPOSED, MIDDLE] = [namesOf('work.transposed'), namesOf('work.middle')];
const ONE = { value: 1 } as const;

/** AP, and with its entries PᵀAP. */
const plansOf = (context: MatrixContext, middle: number): readonly [AP: ProductPlan, whole: ProductPlan] => {
  const [A, P] = [factorOf(context, 'A'), factorOf(context, 'P')];
  const { rows, cols } = P.shape;
  return [
    { A, B: P, to: MIDDLE, work: 'work.first.', alpha: ONE },
    {
      A: { ...TRANSPOSED, shape: { rows: cols, cols: rows }, nnz: P.nnz },
      B: { ...MIDDLE, shape: P.shape, nnz: middle },
      to: C,
      work: 'work.second.',
      alpha: ONE,
    },
  ];
};

/** What was found of both products, one after the other, behind how many notes there are of the first. */
const noted = (first: FoundPattern, second: FoundPattern): FoundPattern => {
  const notes = first.notes ?? [];
  return { nnz: second.nnz, notes: [first.nnz, notes.length, ...notes, ...(second.notes ?? [])] };
};
const foundOf = ({ nnz, notes: [middle = 0, length = 0, ...notes] = [] }: FoundPattern) =>
  [
    { nnz: middle, notes: notes.slice(0, length) },
    { nnz, notes: notes.slice(length) },
  ] as const;

/** The context, with so much less for work. */
const without = (context: MatrixContext, bytes: number): MatrixContext => ({
  ...context,
  maxWorkBytes: context.maxWorkBytes - bytes,
});

/** Bytes of Pᵀ with its places, and of AP. */
function matrixBytes({ matrices: { P }, matrix }: MatrixContext, middle: number): number {
  const value = elementBytes(matrix.valueType);
  return (8 + value) * (P?.nnz ?? 0) + 4 * ((P?.shape.cols ?? 0) + (P?.shape.rows ?? 0) + 2) + (4 + value) * middle;
}

function* symbolic(context: MatrixContext, params: CudaSpgemmParams): KernelSteps<'cuda', FoundPattern> {
  const P = factorOf(context, 'P');
  yield* transposePositions(P, TRANSPOSED, elementBytes(context.matrix.valueType));
  const [AP] = plansOf(context, 0);
  const length = P.shape.rows + 1;
  yield { do: 'bound', bytes: 4 * length };
  yield { do: 'allocate', name: MIDDLE.rowStart, element: 'i32', length };
  const first = yield* findProduct(without(context, matrixBytes(context, 0)), params, AP);
  // Columns of merged rows come with their values.
  yield* fillProduct(context, params, AP, false, first);
  const [, whole] = plansOf(context, first.nnz);
  const taken = matrixBytes(context, first.nnz) + keptBytes(context, params, AP, first);
  const second = yield* findProduct(without(context, taken), params, whole);
  return noted(first, second);
}

/**
 * C ← PᵀAP in one call: AP, which stays for new values, then its product with Pᵀ, each as in {@link cudaCsr}. Work, besides theirs: Pᵀ with the place of each of its entries, and AP. It reads back 1,152 bytes; new values read nothing. Time of the
 * transpose of a column of n entries: n².
 */
export const cudaGalerkinCsr: MatrixKernel<'cuda', CudaSpgemmParams> = {
  ...cudaCsr,
  id: 'cuda/galerkin-csr',
  operation: 'galerkin',
  formats: { A: 'csr', P: 'csr', C: 'csr' },
  title: 'AP, then Pᵀ times that, rows in bins',
  sources: [PAPERS.henson, ...cudaCsr.sources],
  symbolic,
  *numeric(context, params, again, found) {
    const [first, second] = foundOf(found);
    const [AP, whole] = plansOf(context, first.nnz);
    yield* run(transposeValues(factorOf(context, 'P'), TRANSPOSED, context.precision.precision));
    yield* fillProduct(context, params, AP, true, first);
    yield* fillProduct(context, params, whole, again, second);
  },
  *beforeAgain(context, params, found) {
    const [first, second] = foundOf(found);
    const [AP, whole] = plansOf(context, first.nnz);
    const rest = without(context, matrixBytes(context, first.nnz));
    const beforeFirst = without(rest, keptBytes(context, params, whole, second));
    const placed = yield* placeProducts(beforeFirst, params, AP, first);
    const beforeSecond = without(rest, keptBytes(context, params, AP, placed));
    return noted(placed, yield* placeProducts(beforeSecond, params, whole, second));
  },
};

import type { MatrixContext, MatrixKernel } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';
import { C, factorOf, namesOf } from './matrix-names.ts';
import { foundOf, noted } from './two-products.ts';
import { wgslCsr } from './wgsl-csr.ts';
import type { WgslPlan, WgslSpgemmParams } from './wgsl-dispatches.ts';
import { run } from './wgsl-dispatches.ts';
import { fillProduct, findProduct } from './wgsl-product.ts';
import { transposePositions, transposeValues } from './wgsl-transpose.ts';

const [TRANSPOSED, MIDDLE] = [namesOf('work.transposed'), namesOf('work.middle')];

/** PᵀA, and with its entries PᵀAP: in this order an infinite element of P meets the sums that other kernels form, too. */
const plansOf = (context: MatrixContext, middle: number): readonly [first: WgslPlan, whole: WgslPlan] => {
  const [A, P] = [factorOf(context, 'A'), factorOf(context, 'P')];
  const shape = { rows: P.shape.cols, cols: P.shape.rows };
  return [
    { A: { ...TRANSPOSED, shape, nnz: P.nnz }, B: A, to: MIDDLE, list: 'work.first', isScaled: false },
    { A: { ...MIDDLE, shape, nnz: middle }, B: P, to: C, list: 'work.second', isScaled: false },
  ];
};

/** C ← PᵀAP in one call: PᵀA, which stays for new values, then its product with P, each as in {@link wgslCsr}. Work, besides theirs: Pᵀ with the place of each of its entries, and PᵀA. Time of the transpose of a column of n entries: n². */
export const wgslGalerkinCsr: MatrixKernel<'wgsl', WgslSpgemmParams> = {
  ...wgslCsr,
  id: 'wgsl/galerkin-csr',
  operation: 'galerkin',
  formats: { A: 'csr', P: 'csr', C: 'csr' },
  title: 'PᵀA, then that times P, rows in bins',
  sources: [PAPERS.henson, ...wgslCsr.sources],
  *symbolic(context, params) {
    const P = factorOf(context, 'P');
    yield* transposePositions(P, TRANSPOSED);
    yield* run(transposeValues(P, TRANSPOSED));
    const length = P.shape.cols + 1;
    yield { do: 'bound', bytes: 4 * length };
    yield { do: 'allocate', name: MIDDLE.rowStart, element: 'i32', length };
    const [PA] = plansOf(context, 0);
    const first = yield* findProduct(context, params, PA);
    // Columns come with values.
    yield* fillProduct(context, params, false, first, PA);
    const [, whole] = plansOf(context, first.nnz);
    return noted(first, yield* findProduct(context, params, whole));
  },
  *numeric(context, params, again, found) {
    const [first, second] = foundOf(found);
    const [PA, whole] = plansOf(context, first.nnz);
    yield* run(transposeValues(factorOf(context, 'P'), TRANSPOSED));
    yield* fillProduct(context, params, true, first, PA);
    yield* fillProduct(context, params, again, second, whole);
  },
};

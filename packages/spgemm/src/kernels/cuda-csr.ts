import type { FoundPattern, KernelSteps, MatrixContext, MatrixKernel } from '@spmv/core';
import { elementBytes, NO_PARAMS } from '@spmv/core';
import { fillMasked, findMasked } from './cuda-masked.ts';
import { fillProduct, findProduct, placeProducts } from './cuda-product.ts';
import type { CudaSpgemmParams, ProductPlan } from './cuda-sizes.ts';
import { planOf } from './cuda-sizes.ts';
import { fillUnion, findUnion } from './cuda-union.ts';
import { MILAKOVIC } from './js-kernels.ts';
import type { MatrixNames, Union } from './matrix-names.ts';
import { namesOf } from './matrix-names.ts';

/** What the kernels have in common. */
const ON_CUDA: Pick<MatrixKernel<'cuda'>, 'kind' | 'target' | 'precisions' | 'reproducibility' | 'requires'> = {
  kind: 'matrix-kernel',
  target: 'cuda',
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f32' },
  ],
  reproducibility: 'bitwise',
  requires: [],
};

/**
 * C ← αAB, rows in bins. Where a row of A has up to 16 entries and up to 8 times as many products, a thread merges the sorted rows of B that it names: once to count, once for columns and values. Other rows go by the words of 16 columns
 * that they may have: columns are bits of words in a hash table in shared memory, which gives every column its place; rows that no table is for are sets of bits, all columns at once or windows of 2¹⁹. Their values are added up in
 * shared memory in the order of A's row. No atomic addition, the same bits always: a chain of fused multiply-adds from +0 in that order, times alpha.
 *
 * Work: up to 12 bytes a row of A and 4 of B; 4 bytes a product of rows that are not merged, up to `roomBytes`, or else columns are found twice; up to 8 bytes a row of A stay for the values. It reads back 576 bytes. New values at
 * the same positions read nothing; for them, a byte a product of merged rows says where it is added, where these take at most `roomBytes`. Where that is more than `maxWorkBytes`, A is taken in pieces of rows, with the same bits.
 */
export const cudaCsr: MatrixKernel<'cuda', CudaSpgemmParams> = {
  ...ON_CUDA,
  id: 'cuda/spgemm-csr',
  operation: 'spgemm',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  title: 'Short rows merged, words of columns in hash tables, rows in bins',
  sources: [
    {
      title:
        'Nagasaka, Nukada, Matsuoka 2017, "High-performance and memory-saving sparse general matrix-matrix multiplication for NVIDIA Pascal GPU"',
    },
    {
      title:
        'Deveci, Trott, Rajamanickam 2018, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures"',
    },
    {
      title:
        'Gremse, Höfter, Schwen, Kiessling, Naumann 2015, "GPU-accelerated sparse matrix-matrix multiplication by iterative row merging"',
    },
    { title: 'Dalton, Olson, Bell 2015, "Optimizing sparse matrix-matrix multiplication for the GPU"', section: '3' },
  ],
  params: {
    axes: {
      lanes: { values: [0, 8, 16, 32], default: 0, doc: 'Lanes a row, at least; 0: by the mean length of rows of B.' },
      merges: { values: [0, 1], default: 1, doc: 'Short rows are merged by threads; 0: as all others.' },
      roomBytes: {
        values: [0, 3e8, 3e9, 3e10],
        default: 3e9,
        doc: 'Columns are found once where room for all products takes at most so many bytes, else twice; places of products are kept up to as many.',
      },
    },
  },
  symbolic: (context, params) => findProduct(context, params, planOf(context)),
  numeric: (context, params, again, found) => fillProduct(context, params, planOf(context), again, found),
  beforeAgain: (context, params, found) => placeProducts(context, params, planOf(context), found),
};

/** What the numeric phase of {@link cudaUnionCsr} needs to know. */
const unionOf = ({ matrices: { A, B } }: MatrixContext): Union => ({
  X: namesOf('A'),
  D: namesOf('B'),
  isScaled: false,
  rows: A?.shape.rows ?? 0,
  entriesOfX: A?.nnz ?? 0,
  entriesOfD: B?.nnz ?? 0,
});

/**
 * C ← αA + βB, a thread an entry, whatever the lengths of rows: the place of an entry follows from those before it in A, in B and in both. Work: 4 bytes for each entry of A, which stay. It reads back 4 bytes. New values read nothing.
 */
export const cudaUnionCsr: MatrixKernel<'cuda', Record<never, never>> = {
  ...ON_CUDA,
  id: 'cuda/spgeam-csr',
  operation: 'spgeam',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  title: 'Entry by entry, places by search',
  sources: [],
  params: NO_PARAMS,
  symbolic: (context) => findUnion(unionOf(context)),
  numeric: (context, _, again) => fillUnion(unionOf(context), context, again),
};

/** AB, on its way into C. */
const AB: MatrixNames = namesOf('work');
const planOfSum = (context: MatrixContext): ProductPlan => ({ ...planOf(context), to: AB });

/** The union that C is, of AB with so many entries. */
const sumOf = ({ matrices: { A, D } }: MatrixContext, entriesOfX: number): Union => ({
  X: AB,
  D: namesOf('D'),
  isScaled: true,
  rows: A?.shape.rows ?? 0,
  entriesOfX,
  entriesOfD: D?.nnz ?? 0,
});

/** What was found of AB. */
const foundOf = ({ notes: [nnz = 0, ...notes] = [] }: FoundPattern): FoundPattern => ({ nnz, notes });

function* findSum(context: MatrixContext, params: CudaSpgemmParams): KernelSteps<'cuda', FoundPattern> {
  const length = (context.matrices['A']?.shape.rows ?? 0) + 1;
  yield { do: 'bound', bytes: 4 * length };
  yield { do: 'allocate', name: AB.rowStart, element: 'i32', length };
  const rest = { ...context, maxWorkBytes: context.maxWorkBytes - 4 * length };
  const found = yield* findProduct(rest, params, planOfSum(context));
  // Columns of merged rows come with their values.
  yield* fillProduct(context, params, planOfSum(context), false, found);
  const { nnz } = yield* findUnion(sumOf(context, found.nnz));
  return { nnz, notes: [found.nnz, ...(found.notes ?? [])] };
}

/** C ← αAB + βD: the product of {@link cudaCsr}, and its union with D as in {@link cudaUnionCsr}. Work, besides theirs: AB, which stays, and is computed once more for the first values. */
export const cudaAddCsr: MatrixKernel<'cuda', CudaSpgemmParams> = {
  ...cudaCsr,
  id: 'cuda/spgemm-add-csr',
  operation: 'spgemm-add',
  formats: { A: 'csr', B: 'csr', D: 'csr', C: 'csr' },
  symbolic: findSum,
  *numeric(context, params, again, found) {
    const product = foundOf(found);
    yield* fillProduct(context, params, planOfSum(context), true, product);
    yield* fillUnion(sumOf(context, product.nnz), context, again);
  },
  *beforeAgain(context, params, found) {
    const product = foundOf(found);
    const { valueType } = context.matrix;
    const rest = { ...context, maxWorkBytes: context.maxWorkBytes - (8 + elementBytes(valueType)) * product.nnz };
    const { notes = [] } = yield* placeProducts(rest, params, planOfSum(context), product);
    return { ...found, notes: [product.nnz, ...notes] };
  },
};

/** C ← M ∘ (αAB), eight lanes an entry of the mask, which search rows of B for its column: AB is not formed. Work: 4 bytes for each entry of the mask, which stay. It reads back 4 bytes. New values read nothing. */
export const cudaMaskedCsr: MatrixKernel<'cuda', Record<never, never>> = {
  ...ON_CUDA,
  id: 'cuda/spgemm-masked-csr',
  operation: 'spgemm-masked',
  formats: { A: 'csr', B: 'csr', M: 'csr', C: 'csr' },
  title: 'Entries of the mask, by inner products',
  sources: [MILAKOVIC],
  params: NO_PARAMS,
  symbolic: findMasked,
  numeric: (context, _, again) => fillMasked(context, again),
};

import type { MatrixContext, MatrixKernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { PAPERS, workgroupObstacle } from '@spmv/kernel-kit';
import { MILAKOVIC } from './js-kernels.ts';
import type { MatrixNames, Union } from './matrix-names.ts';
import { namesOf } from './matrix-names.ts';
import type { WgslSpgemmParams } from './wgsl-dispatches.ts';
import { LEAST_BYTES, planOf, ROW_BLOCK } from './wgsl-dispatches.ts';
import { fillMasked, findMasked } from './wgsl-masked.ts';
import { fillProduct, findProduct } from './wgsl-product.ts';
import { fillUnion, findUnion } from './wgsl-union.ts';

/**
 * C ← αAB, rows in bins by what they may take. First the entries of each row are counted: its columns are bits of words in a hash table in workgroup memory, or, where no table is for them, of windows of up to 2¹⁸ columns. Then
 * products are added up in a table of columns in workgroup memory, one row of B after another in the order of A's row, and sorted; rows of more entries than a table is for are computed in parts, their columns having been found by windows. No subgroups and no atomic
 * additions of numbers: the same bits each time on a device, a chain of additions from +0 in that order, times alpha. Whether a product and its addition are rounded once or twice is up to the device's compiler.
 *
 * Work: 4 bytes a row of B and 16 a row of A while entries are counted; then 16 bytes a row of A, or part of one, stay, and while columns of parts are found each takes 4 bytes a window. It reads back 80 bytes, twice.
 * New values at the same positions read nothing. At most eight storage buffers a dispatch, which every device has. f32 alone: WGSL has no f64, and arrays of pairs are not made.
 */
export const wgslCsr: MatrixKernel<'wgsl', WgslSpgemmParams> = {
  kind: 'matrix-kernel',
  id: 'wgsl/spgemm-csr',
  operation: 'spgemm',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  target: 'wgsl',
  title: 'Rows in bins, hash tables in workgroup memory',
  sources: [
    PAPERS.gustavson,
    {
      title:
        'Nagasaka, Nukada, Matsuoka 2017, "High-performance and memory-saving sparse general matrix-matrix multiplication for NVIDIA Pascal GPU"',
    },
    {
      title:
        'Deveci, Trott, Rajamanickam 2018, "Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures"',
    },
  ],
  precisions: [{ precision: 'f32', accumulator: 'f32' }],
  reproducibility: 'bitwise',
  requires: [],
  params: {
    axes: {
      lanes: {
        values: [0, 8, 16, 32],
        default: 0,
        doc: 'Threads that take a row of B; 0: by the mean length of these.',
      },
      blockSize: { values: [32, 64, 128, 256], default: 64, doc: 'Threads of a workgroup, at least those of a row.' },
    },
    reject: (_, { device }) => workgroupObstacle(device, ROW_BLOCK, LEAST_BYTES),
  },
  symbolic: findProduct,
  numeric: fillProduct,
};

/** What the kernels have in common. */
const { kind, target, precisions, reproducibility, requires } = wgslCsr;
const ON_WEBGPU = { kind, target, precisions, reproducibility, requires } as const;

/** What the numeric phase of {@link wgslUnionCsr} needs to know. */
const unionOf = ({ matrices: { A, B } }: MatrixContext): Union => ({
  X: namesOf('A'),
  D: namesOf('B'),
  isScaled: false,
  rows: A?.shape.rows ?? 0,
  entriesOfX: A?.nnz ?? 0,
  entriesOfD: B?.nnz ?? 0,
});

/** C ← αA + βB, a thread an entry, whatever the lengths of rows. Work: 4 bytes for each entry of A, and 8 for each of C, which stay. It reads back 4 bytes. New values read nothing. */
export const wgslUnionCsr: MatrixKernel<'wgsl', Record<never, never>> = {
  ...ON_WEBGPU,
  id: 'wgsl/spgeam-csr',
  operation: 'spgeam',
  formats: { A: 'csr', B: 'csr', C: 'csr' },
  title: 'Entry by entry, places by search',
  sources: [],
  params: NO_PARAMS,
  symbolic: (context) => findUnion(unionOf(context)),
  numeric: (context, _, _again, { nnz }) => fillUnion(unionOf(context), nnz),
};

/** AB, on its way into C. */
const AB: MatrixNames = namesOf('work.product');

/** The union that C is, of AB with so many entries. */
const sumOf = ({ matrices: { A, D } }: MatrixContext, entriesOfX: number): Union => ({
  X: AB,
  D: namesOf('D'),
  isScaled: true,
  rows: A?.shape.rows ?? 0,
  entriesOfX,
  entriesOfD: D?.nnz ?? 0,
});

/** C ← αAB + βD: the product of {@link wgslCsr}, and its union with D as in {@link wgslUnionCsr}. Work, besides theirs: AB, which stays, and is computed once more for the first values. */
export const wgslAddCsr: MatrixKernel<'wgsl', WgslSpgemmParams> = {
  ...wgslCsr,
  id: 'wgsl/spgemm-add-csr',
  operation: 'spgemm-add',
  formats: { A: 'csr', B: 'csr', D: 'csr', C: 'csr' },
  *symbolic(context, params) {
    const length = (context.matrices['A']?.shape.rows ?? 0) + 1;
    yield { do: 'bound', bytes: 4 * length };
    yield { do: 'allocate', name: AB.rowStart, element: 'i32', length };
    const product = yield* findProduct(context, params, planOf(context, AB));
    // Columns come with values.
    yield* fillProduct(context, params, false, product, planOf(context, AB));
    const { nnz } = yield* findUnion(sumOf(context, product.nnz));
    return { nnz, notes: [product.nnz, ...(product.notes ?? [])] };
  },
  *numeric(context, params, _, { nnz, notes: [entries = 0, ...notes] = [] }) {
    yield* fillProduct(context, params, true, { nnz: entries, notes }, planOf(context, AB));
    yield* fillUnion(sumOf(context, entries), nnz);
  },
};

/** C ← M ∘ (αAB), a thread an entry of the mask, which searches rows of B for its column: AB is not formed. Work: 4 bytes for each entry of the mask, and 8 for each of C, which stay. It reads back 4 bytes. New values read nothing. */
export const wgslMaskedCsr: MatrixKernel<'wgsl', Record<never, never>> = {
  ...ON_WEBGPU,
  id: 'wgsl/spgemm-masked-csr',
  operation: 'spgemm-masked',
  formats: { A: 'csr', B: 'csr', M: 'csr', C: 'csr' },
  title: 'Entries of the mask, by inner products',
  sources: [MILAKOVIC],
  params: NO_PARAMS,
  symbolic: findMasked,
  numeric: (_context, _params, _again, { nnz }) => fillMasked(nnz),
};

import type { CooMatrix, FormatPlan, MatrixStructure, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import { PAPERS } from '@spmv/kernel-kit';
import { checkSymmetric } from './check-symmetric.ts';
import type { SymmetricArrays } from './symmetric-layout.ts';
import { layout } from './symmetric-layout.ts';
import { triangleOf } from './triangle.ts';

type NoParams = Record<never, never>;
type Stored = StoredMatrix<SymmetricArrays, NoParams>;

function plan({ shape, nnz, rowLength, positions, values: real, pairs }: MatrixStructure): FormatPlan {
  const values = real ?? pairs;
  if (!positions || !values)
    return {
      refusal: 'whether a matrix is symmetric depends on all its entries, and only the lengths of the rows are known',
      fix: 'Plan with structureOf(coo).',
    };
  const triangle = triangleOf({ shape, rowLength, colIndex: positions.colIndex, values, parts: pairs ? 2 : 1 });
  // A matrix that is not square is no symmetric one by any rounding.
  if (typeof triangle === 'string')
    return {
      refusal: triangle,
      fix:
        shape.rows === shape.cols
          ? `Use csr. Where only rounding keeps the matrix from being ${pairs ? 'Hermitian, store (A + Aᴴ)/2' : 'symmetric, store (A + Aᵀ)/2'}.`
          : 'Use csr.',
    };
  const { skew, stored, bandwidth } = triangle;
  return { scalars: { stored, bandwidth, skew }, slots: nnz };
}

function build(coo: CooMatrix, { arrays: { rowStart, colIndex, values } }: Stored): void {
  const { colIndex: columns, values: numbers, rowStart: whole = rowStartOf(coo) } = coo;
  let p = 0;
  for (let i = 0; i < coo.shape.rows; i++) {
    for (let k = whole[i]; k < whole[i + 1] && columns[k] <= i; k++, p++) {
      colIndex[p] = columns[k];
      values[p] = numbers[k];
    }
    rowStart[i + 1] = p;
  }
}

/** Entries of each row of the whole matrix, summed: where each begins. */
function wholeRowStart({ rowStart, colIndex }: SymmetricArrays, rows: number): Int32Array {
  const start = new Int32Array(rows + 1);
  for (let i = 0; i < rows; i++) {
    const end = rowStart[i + 1];
    for (let k = rowStart[i]; k < end; k++) {
      const j = colIndex[k];
      start[i + 1] = start[i + 1] + 1;
      if (j < i) start[j + 1] = start[j + 1] + 1;
    }
  }
  for (let i = 0; i < rows; i++) start[i + 1] = start[i + 1] + start[i];
  return start;
}

function toCoo({ shape, nnz, scalars, arrays }: Stored): CooMatrix {
  const next = wholeRowStart(arrays, shape.rows);
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  const put = (i: number, j: number, value: number): void => {
    const place = next[i];
    next[i] = place + 1;
    rowIndex[place] = i;
    colIndex[place] = j;
    values[place] = value;
  };
  // Rows in their order: what is mirrored into a row comes after all of its own, by rising columns.
  for (let i = 0; i < shape.rows; i++) {
    const end = arrays.rowStart[i + 1];
    for (let k = arrays.rowStart[i]; k < end; k++) {
      const j = arrays.colIndex[k];
      const value = arrays.values[k];
      put(i, j, value);
      if (j < i) put(j, i, (scalars['skew'] & 1) !== 0 ? -value : value);
    }
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}

/**
 * Symmetric storage: the lower triangle and the diagonal, by rows, as `csr` stores them. Every entry left of the diagonal stands for two: aⱼᵢ = aᵢⱼ,
 * or aⱼᵢ = −aᵢⱼ where `skew` is 1. Of a complex matrix `skew` may also be 2, aⱼᵢ the conjugate of aᵢⱼ (Hermitian), or 3, the negated conjugate (skew-Hermitian).
 *
 * ```
 * 1 4 . 5      rowStart  0 1 3 3 6      skew       0
 * 4 2 . .      colIndex  0 0 1 0 2 3    stored     6
 * . . . 6      values    1 4 2 5 6 3    bandwidth  3
 * 5 . 6 3
 * ```
 *
 * Bytes: 4·(rows+1) + stored·(4 + value) with stored = (nnz + entries of the diagonal)/2, half of those of csr. The diagonal is not an array of its
 * own: that would save 4 bytes a row where it is full, and cost a mask wherever an element of it is not stored. A matrix that is none of
 * these to the bit is refused with the first entries that differ; of zeros the sign does not count.
 */
export const symmetric: SparseFormat<NoParams, typeof layout> = {
  kind: 'format',
  id: 'symmetric',
  title: 'Lower triangle of a symmetric, skew-symmetric, Hermitian or skew-Hermitian matrix',
  sources: [PAPERS.saad],
  layout,
  scalars: {
    stored: 'Entries of the triangle, the diagonal included.',
    bandwidth: 'Largest row − column of an entry.',
    skew: 'What becomes of mirrored values: 1 where they are negated, 2 where they are conjugated, 3 both, else 0.',
  },
  params: { axes: {} },
  plan,
  build,
  toCoo,
  conjugates: ({ scalars }, row, col) => col > row && (scalars['skew'] & 2) !== 0,
  check: checkSymmetric,
};

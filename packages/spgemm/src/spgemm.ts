import type { MatrixOperation } from '@spmv/core';
import { spgemmReference, termsOfRows } from './reference.ts';

/**
 * Sparse matrix times sparse matrix: C ← αAB, the result a stored matrix.
 *
 * A: m × k, B: k × n, C: m × n. C has an entry wherever some A(i, l) and B(l, j) are stored: terms that cancel leave an entry, and zeros that are stored count. Columns of
 * C are sorted. alpha defaults to 1 and is a factor like any other: 0·NaN is NaN, and it changes no position. Element (i, j) is judged by γ(t+3)·|α|(|A||B|)ᵢⱼ, t being the number of its terms.
 * Transposes are conversions of an operand before the product. Gustavson 1978, "Two Fast Algorithms for Sparse Matrices: Multiplication and Permuted Transposition".
 */
export const spgemm: MatrixOperation = {
  kind: 'matrix-operation',
  id: 'spgemm',
  title: 'Sparse matrix-matrix product',
  formula: 'C ← αAB',
  sources: [],
  options: {},
  matrices: () => [
    { name: 'A', access: 'read' },
    { name: 'B', access: 'read' },
    { name: 'C', access: 'write' },
  ],
  scalars: [{ role: 'scalar', name: 'alpha', default: 1 }],
  shape: ({ A = { rows: 0, cols: 0 }, B = { rows: 0, cols: 0 } }) =>
    A.cols === B.rows
      ? { rows: A.rows, cols: B.cols }
      : `A is ${A.rows} × ${A.cols} and B is ${B.rows} × ${B.cols}, and A has to have as many columns as B has rows`,
  rowWork: ({ A, B }) => (A && B ? termsOfRows(A, B) : new Float64Array(0)),
  reference: spgemmReference,
  checks: [
    { name: 'alpha=-0.75', scalars: { alpha: -0.75 } },
    { name: 'alpha=0', scalars: { alpha: 0 } },
  ],
};

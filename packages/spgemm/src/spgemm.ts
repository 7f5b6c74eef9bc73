import type { CooMatrix, MatrixOperation, MatrixRole, Shape } from '@spmv/core';
import { rowLengthOf } from '@spmv/core';
import { galerkinReference, matrixOf, productReference, termsOfRows } from './reference.ts';

type Shapes = Readonly<Record<string, Shape>>;
const NONE: Shape = { rows: 0, cols: 0 };
const ALPHA = { role: 'scalar', name: 'alpha', default: 1 } as const;
const words = ({ rows, cols }: Shape): string => `${rows} × ${cols}`;

const rolesOf = (...read: readonly string[]) => {
  const roles: readonly MatrixRole[] = [
    ...read.map((name) => ({ name, access: 'read' as const })),
    { name: 'C', access: 'write' },
  ];
  return (): readonly MatrixRole[] => roles;
};

/** Shape of AB. */
function shapeOfProduct({ A = NONE, B = NONE }: Shapes): Shape | string {
  return A.cols === B.rows
    ? { rows: A.rows, cols: B.cols }
    : `A is ${words(A)} and B is ${words(B)}, and A has to have as many columns as B has rows`;
}

/** `shape`, where the matrix `name` has it, too. */
function sameShape(shape: Shape | string, of: string, name: string, other: Shape = NONE): Shape | string {
  if (typeof shape === 'string' || (shape.rows === other.rows && shape.cols === other.cols)) return shape;
  return `${of} is ${words(shape)} and ${name} is ${words(other)}, and both have to have one shape`;
}

/**
 * Sparse matrix times sparse matrix: C ← αAB, the result a stored matrix.
 *
 * A: m × k, B: k × n, C: m × n. C has an entry wherever some A(i, l) and B(l, j) are stored: terms that cancel leave an entry, and zeros that are stored count. (SciPy kept such entries
 * before 1.17, and has dropped sums that are 0 since.) Columns of C are sorted. alpha defaults to 1 and is a factor like any other: 0·NaN is NaN, and it changes no position. Element (i, j) is judged by
 * γ(t+3)·|α|(|A||B|)ᵢⱼ, t being the number of its terms. Transposes are conversions of an operand before the product. Gustavson 1978, "Two Fast Algorithms for Sparse Matrices: Multiplication and
 * Permuted Transposition".
 */
export const spgemm: MatrixOperation = {
  kind: 'matrix-operation',
  id: 'spgemm',
  title: 'Sparse matrix-matrix product',
  formula: 'C ← αAB',
  sources: [],
  options: {},
  matrices: rolesOf('A', 'B'),
  scalars: [ALPHA],
  shape: shapeOfProduct,
  rowWork: (matrices) => termsOfRows(matrixOf({ matrices }, 'A'), matrixOf({ matrices }, 'B')),
  reference: (problem) => productReference(matrixOf(problem, 'A'), matrixOf(problem, 'B'), problem),
  checks: [
    { name: 'alpha=-1', scalars: { alpha: -1 } },
    { name: 'alpha=-0.75', scalars: { alpha: -0.75 } },
    { name: 'alpha=0', scalars: { alpha: 0 } },
  ],
};

/** Scalars that positions do not depend on, and that say whether D is read. */
const ADDED = [
  { name: 'alpha=-0.75 beta=2', scalars: { alpha: -0.75, beta: 2 } },
  { name: 'beta=0', scalars: { beta: 0 } },
  { name: 'alpha=0 beta=-1', scalars: { alpha: 0, beta: -1 } },
];

/**
 * Sparse product added to a sparse matrix: C ← αAB + βD, the result a stored matrix of its own.
 *
 * A: m × k, B: k × n, C and D: m × n. C has the entries of {@link spgemm} and those of D, whatever alpha and beta are; both default to 1. With β = 0 no value of D is read: NaN there has no effect.
 * α is a factor like any other. Element (i, j) is judged by γ(t+3)·(|α||A||B| + |β||D|)ᵢⱼ, t being the terms of (AB)ᵢⱼ.
 */
export const spgemmAdd: MatrixOperation = {
  ...spgemm,
  id: 'spgemm-add',
  title: 'Sparse matrix-matrix product added to a sparse matrix',
  formula: 'C ← αAB + βD',
  matrices: rolesOf('A', 'B', 'D'),
  scalars: [ALPHA, { role: 'scalar', name: 'beta', default: 1 }],
  shape: (shapes) => sameShape(shapeOfProduct(shapes), 'AB', 'D', shapes['D']),
  reference: (problem) =>
    productReference(matrixOf(problem, 'A'), matrixOf(problem, 'B'), problem, { D: matrixOf(problem, 'D') }),
  checks: ADDED,
};

/**
 * Sum of two sparse matrices: C ← αA + βB, the result a stored matrix of its own. A, B and C are m × n. C has the entries of A and those of B, whatever alpha and beta are; both default to 1. With β = 0 no value of B
 * is read; α is a factor like any other. Element (i, j) is judged by γ(4)·(|α||A| + |β||B|)ᵢⱼ.
 */
export const spgeam: MatrixOperation = {
  ...spgemmAdd,
  id: 'spgeam',
  title: 'Sum of two sparse matrices',
  formula: 'C ← αA + βB',
  matrices: rolesOf('A', 'B'),
  shape: ({ A = NONE, B = NONE }) => sameShape(A, 'A', 'B', B),
  rowWork: (matrices) => rowsOfBoth(matrixOf({ matrices }, 'A'), matrixOf({ matrices }, 'B')),
  reference: (problem) => {
    const A = matrixOf(problem, 'A');
    return productReference(A, identity(A.shape.cols), problem, { D: matrixOf(problem, 'B') });
  },
};

/**
 * Sparse product where a mask has entries: C ← M ∘ (αAB), the result a stored matrix.
 *
 * A: m × k, B: k × n, C and M: m × n. C has an entry where M and {@link spgemm} both have one; only positions of M are read, no value: a stored zero is one, too. AB is not formed, and C has at most as
 * many entries as M. Values are those of `spgemm`, with its bound. It counts triangles, M = A, and paths of two steps that lead somewhere. Davis 2019, "Algorithm 1000: SuiteSparse:GraphBLAS".
 */
export const spgemmMasked: MatrixOperation = {
  ...spgemm,
  id: 'spgemm-masked',
  title: 'Sparse matrix-matrix product at the places of a mask',
  formula: 'C ← M ∘ (αAB)',
  matrices: rolesOf('A', 'B', 'M'),
  shape: (shapes) => sameShape(shapeOfProduct(shapes), 'AB', 'M', shapes['M']),
  reference: (problem) =>
    productReference(matrixOf(problem, 'A'), matrixOf(problem, 'B'), problem, { M: matrixOf(problem, 'M') }),
};

/**
 * The matrix of a coarse grid: C ← PᵀAP, the result a stored matrix.
 *
 * A: n × n, P: n × m, C: m × m. C has an entry (I, J) wherever some P(i, I), A(i, l) and P(l, J) are stored: what cancels leaves an entry. Columns of C are sorted. Element (I, J) with t such triples is
 * judged by γ(t+4)·(|P|ᵀ|A||P|)ᵢⱼ, in whatever order they are added. Neither A nor C has to be symmetric, and symmetry of A is not promised to be one of the bits of C.
 */
export const galerkin: MatrixOperation = {
  ...spgemm,
  id: 'galerkin',
  title: 'Matrix of a coarse grid',
  formula: 'C ← PᵀAP',
  matrices: rolesOf('A', 'P'),
  scalars: [],
  shape: ({ A = NONE, P = NONE }) =>
    A.rows === A.cols && A.cols === P.rows
      ? { rows: P.cols, cols: P.cols }
      : `A is ${words(A)} and P is ${words(P)}, and A has to be square with as many rows as P`,
  rowWork: (matrices) => {
    const [A, P] = [matrixOf({ matrices }, 'A'), matrixOf({ matrices }, 'P')];
    const terms = termsOfRows(A, P);
    const work = new Float64Array(P.shape.cols);
    for (let k = 0; k < P.colIndex.length; k++) work[P.colIndex[k]] += terms[P.rowIndex[k]];
    return work;
  },
  reference: galerkinReference,
  checks: [],
};

function rowsOfBoth(A: CooMatrix, B: CooMatrix): Float64Array {
  const others = rowLengthOf(B);
  return Float64Array.from(rowLengthOf(A), (length, i) => length + others[i]);
}

/** Ones on the diagonal of a square matrix. */
function identity(rows: number): CooMatrix {
  const index = Int32Array.from({ length: rows }, (_, i) => i);
  return { shape: { rows, cols: rows }, rowIndex: index, colIndex: index, values: new Float64Array(rows).fill(1) };
}

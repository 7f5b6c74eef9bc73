import type { CooMatrix, MatrixOperation, MatrixProblem, MatrixRole, Shape } from '@spmv/core';
import { cooFromEntries, roundTo, rowLengthOf, rowStartOf, transposeCoo } from '@spmv/core';
import type { MatrixReference } from '@spmv/core/oracle';
import { emptyReference } from '@spmv/core/oracle';
import { coarsenClassically, renewP } from './coarsen.ts';
import { csrOf, diagonalOf, entriesOf } from './csr.ts';
import { finished } from './parts.ts';
import { createScratch } from './scratch.ts';
import { inverseSizesOf } from './smoothing.ts';

const NONE: Shape = { rows: 0, cols: 0 };
const words = ({ rows, cols }: Shape): string => `${rows} × ${cols}`;

const rolesOf = (read: readonly string[], written: string): readonly MatrixRole[] => [
  ...read.map((name) => ({ name, access: 'read' as const })),
  { name: written, access: 'write' },
];

function matrixOf(matrices: Readonly<Record<string, CooMatrix>>, name: string): CooMatrix {
  const matrix = matrices[name];
  if (!matrix) throw new RangeError(`no matrix ${name} was given`);
  return matrix;
}

/** Rows of a matrix that the host makes: to the last bit, or as sums of so many terms. */
function referenceOf(
  made: CooMatrix,
  { rows, precision }: Pick<MatrixProblem, 'rows' | 'precision'>,
  terms = 0,
): MatrixReference {
  const from = rowStartOf(made);
  const start = new Int32Array(rows.length + 1);
  rows.forEach((i, r) => (start[r + 1] = start[r] + from[i + 1] - from[i]));
  const colIndex = new Int32Array(start[rows.length]);
  const values = emptyReference(precision, colIndex.length);
  rows.forEach((i, r) => {
    for (let k = from[i]; k < from[i + 1]; k++) {
      const to = start[r] + k - from[i];
      colIndex[to] = made.colIndex[k];
      values.high[to] = roundTo(precision, made.values[k]);
      values.magnitude[to] = values.partial[to] = terms > 0 ? Math.abs(made.values[k]) : 0;
      values.terms[to] = terms;
    }
  });
  return { rows, start, colIndex, values };
}

/**
 * Interpolation of a coarse grid whose points are some of those of A: P by PMIS and extended+i interpolation, cut to `keep` weights a row, at most four, as `createHierarchy` makes it (`theta`: `strength`).
 *
 * A: n × n; P: n × n_c, n_c being found with its entries. Positions depend on values of A, of which new ones change the weights alone. Values are those of the host to the last bit.
 */
export function interpolation(theta = 0.25, seed = 1, keep = 4): MatrixOperation {
  return {
    kind: 'matrix-operation',
    id: 'interpolation',
    title: 'Interpolation from a coarse grid',
    formula: 'P ← interpolation of A',
    sources: [],
    options: {},
    matrices: () => rolesOf(['A'], 'P'),
    scalars: [
      { role: 'scalar', name: 'theta', default: theta },
      { role: 'scalar', name: 'seed', default: seed },
      { role: 'scalar', name: 'keep', default: keep },
    ],
    shape: ({ A = NONE }) =>
      A.rows === A.cols && A.rows > 0 ? A : `A is ${words(A)}, and has to be square with a row at least`,
    rowWork: (matrices) => Float64Array.from(rowLengthOf(matrixOf(matrices, 'A'))),
    reference: (problem) => {
      const { matrices, first = matrices, scalars } = problem;
      const scratch = createScratch();
      const { P, coarsening } = finished(
        coarsenClassically(
          csrOf(matrixOf(first, 'A')),
          scalars['theta'] ?? theta,
          scalars['seed'] ?? seed,
          scratch,
          scalars['keep'] ?? keep,
        ),
      );
      if (first !== matrices) finished(renewP(csrOf(matrixOf(matrices, 'A')), P, coarsening, scratch));
      return referenceOf(entriesOf(P), problem);
    },
    checks: [],
  };
}

/** Transpose: C ← Aᵀ, m × n to n × m. Values are moved as they are. */
export const transpose: MatrixOperation = {
  kind: 'matrix-operation',
  id: 'transpose',
  title: 'Transpose of a sparse matrix',
  formula: 'C ← Aᵀ',
  sources: [],
  options: {},
  matrices: () => rolesOf(['A'], 'C'),
  scalars: [],
  shape: ({ A = NONE }) => ({ rows: A.cols, cols: A.rows }),
  rowWork: (matrices) => Float64Array.from(rowLengthOf(transposeCoo(matrixOf(matrices, 'A')))),
  reference: (problem) => referenceOf(transposeCoo(matrixOf(problem.matrices, 'A')), problem),
  checks: [],
};

/**
 * The diagonal matrix that ℓ₁-smoothers scale with: C ← D⁻¹, dᵢᵢ = Σⱼ|aᵢⱼ|, 1 for a row of zeros. `below`: A is R·A'·Rᵀ, and D the diagonal matrix that this operation made of A'; where a sum is below 10⁻¹² of its terms, Σₖ rᵢₖ²/dₖₖ, it
 * is rounding alone, and those take its place. Of D the diagonal alone is read, and a 0 there has no term.
 *
 * A: n × n; R: n × m, D: m × m; C: n × n.
 */
export const inverseSizes: MatrixOperation = {
  kind: 'matrix-operation',
  id: 'inverse-sizes',
  title: 'Inverse sizes of rows',
  formula: 'C ← (diag Σ|aᵢⱼ|)⁻¹',
  sources: [],
  options: { below: { values: [false, true], default: false, doc: 'Whether A is the matrix of a coarse grid.' } },
  matrices: ({ below }) => rolesOf(below === true ? ['A', 'R', 'D'] : ['A'], 'C'),
  scalars: [],
  shape: ({ A = NONE, R, D }) => {
    if (A.rows !== A.cols) return `A is ${words(A)}, and has to be square`;
    if (!R || !D || (R.rows === A.rows && R.cols === D.rows && D.rows === D.cols)) return A;
    return `A is ${words(A)}, R ${words(R)} and D ${words(D)}, and has to be R·A'·Rᵀ with A' as large as D`;
  },
  rowWork: (matrices) => Float64Array.from(rowLengthOf(matrixOf(matrices, 'A'))),
  reference: (problem) => {
    const { matrices } = problem;
    const A = csrOf(matrixOf(matrices, 'A'));
    const { R, D } = matrices;
    const index = Int32Array.from({ length: A.shape.rows }, (_, i) => i);
    const values = inverseSizesOf(A, R && D && { R: csrOf(R), inverse: finished(diagonalOf(csrOf(D))) });
    const longest = Math.max(0, ...rowLengthOf(R ?? matrixOf(matrices, 'A')), ...rowLengthOf(matrixOf(matrices, 'A')));
    const made = cooFromEntries(A.shape, { rowIndex: index, colIndex: index, values });
    return referenceOf(made, problem, longest + 2);
  },
  checks: [],
};

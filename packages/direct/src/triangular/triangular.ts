import type { CooMatrix, OptionRules } from '@spmv/core';
import { checkOptions, nameOption, rowStartOf, SpmvError } from '@spmv/core';
import { checkNumbers } from '../lu/factor.ts';

/** Which part of a matrix is solved with. */
export interface TriangularOptions {
  /** Entries on the other side of the diagonal are not read. Default `lower`. */
  readonly triangle?: 'lower' | 'upper';
  /** `unit`: the diagonal is 1, and what is stored there is not read. Default `stored`. */
  readonly diagonal?: 'stored' | 'unit';
}

const RULES: OptionRules<TriangularOptions> = {
  triangle: nameOption(['lower', 'upper']),
  diagonal: nameOption(['stored', 'unit']),
};

/** A triangle T by levels: rows of one level need none of each other, and those of the levels before. Plain data. */
export interface TriangularMatrix {
  readonly n: number;
  /** The rows, level by level; level l has places `levelStart[l]` up to `levelStart[l + 1]`, not included. */
  readonly order: Int32Array;
  readonly levelStart: Int32Array;
  /** Entries `rowStart[k]` up to `rowStart[k + 1]`, not included, are those of row `order[k]` beside the diagonal. */
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
  /** The diagonal, by places. */
  readonly pivots: Float64Array;
}

/** x ← T⁻¹x, level by level. */
export type LevelKernel = (T: TriangularMatrix, x: Float64Array) => void;

/** What solves with triangles. */
export interface TriangularKernels {
  readonly levels?: LevelKernel;
}

/**
 * The lower or the upper triangle of a square matrix, prepared for `solveTriangular`. O(n + nnz).
 *
 * Errors: `OPERAND.MATRIX` where it is not square; `SOLVER.SINGULAR` with the row whose element of the diagonal is missing or 0; `SOLVER.NOT_FINITE`; `PARAM.*`.
 * Source: E. Anderson, Y. Saad, Solving sparse triangular linear systems on parallel computers, Int. J. High Speed Comput. 1, 1989.
 */
export function triangularOf(coo: CooMatrix, options: TriangularOptions = {}): TriangularMatrix {
  checkOptions('triangularOf', options, RULES);
  const { triangle = 'lower', diagonal = 'stored' } = options;
  const { rows: n, cols } = coo.shape;
  if (n !== cols)
    throw new SpmvError('OPERAND.MATRIX', `A triangle is of a square matrix, and this one is ${n} × ${cols}.`, {
      fix: 'Give a square matrix.',
      details: { rows: n, cols },
    });
  checkNumbers(coo);
  const start = rowStartOf(coo);
  const side = triangle === 'lower' ? 1 : -1;
  const isIn = (i: number, k: number): boolean => side * (i - coo.colIndex[k]) > 0;
  const level = new Int32Array(n);
  const [count, found] = [new Int32Array(n + 1), new Float64Array(n).fill(diagonal === 'unit' ? 1 : 0)];
  let [levels, entries] = [0, 0];
  for (let at = 0; at < n; at++) {
    const i = side > 0 ? at : n - 1 - at;
    let own = 0;
    for (let k = start[i]; k < start[i + 1]; k++) {
      const j = coo.colIndex[k];
      if (isIn(i, k)) {
        entries++;
        own = Math.max(own, level[j] + 1);
      } else if (j === i && diagonal === 'stored') found[i] += coo.values[k];
    }
    level[i] = own;
    count[own + 1]++;
    levels = Math.max(levels, own + 1);
  }
  const zero = found.indexOf(0);
  if (zero !== -1) throw withoutPivot(zero, triangle);
  const levelStart = count.slice(0, levels + 1);
  for (let l = 0; l < levels; l++) levelStart[l + 1] += levelStart[l];
  const order = new Int32Array(n);
  const next = levelStart.slice();
  for (let i = 0; i < n; i++) order[next[level[i]]++] = i;
  const rowStart = new Int32Array(n + 1);
  const [colIndex, values] = [new Int32Array(entries), new Float64Array(entries)];
  let end = 0;
  for (let k = 0; k < n; k++) {
    const i = order[k];
    for (let m = start[i]; m < start[i + 1]; m++) {
      if (!isIn(i, m)) continue;
      colIndex[end] = coo.colIndex[m];
      values[end++] = coo.values[m];
    }
    rowStart[k + 1] = end;
  }
  return { n, order, levelStart, rowStart, colIndex, values, pivots: Float64Array.from(order, (i) => found[i]) };
}

function withoutPivot(row: number, triangle: string): SpmvError {
  return new SpmvError(
    'SOLVER.SINGULAR',
    `The ${triangle} triangle is singular: element (${row}, ${row}) of its diagonal is missing or 0.`,
    {
      fix: "Give the diagonal, or diagonal: 'unit' where it is 1 and not stored.",
      details: { row, col: row, triangle },
    },
  );
}

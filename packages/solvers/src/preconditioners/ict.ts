import { SpmvError } from '@spmv/core';
import type { Slices } from '@spmv/direct';
import { takeTurns } from '@spmv/direct';
import type { Preconditioner } from './preconditioner.ts';
import type { Rows } from './rows.ts';
import { linear, noPivot, rowsOf, SLICE } from './rows.ts';
import type { StrictTriangle } from './triangle.ts';
import { keep, triangleOf } from './triangle.ts';

/** Numbers of the factor below this are dropped: the scaled diagonal is 1. */
const DROP = 1e-3;
/** Entries that a row of the factor may have more than that of A. */
const MORE = 10;
/** What is added to the scaled diagonal where a pivot is not above zero, twice as much each time: a matrix that is positive definite has a factor before the last. */
const [LEAST_SHIFT, SHIFTS] = [1e-3, 24];

/** The strict upper triangle of a factor, and its diagonal. */
interface Factor {
  readonly U: StrictTriangle;
  readonly pivots: Float64Array;
}

/** SAS + shift·1 ≈ UᵀU row by row; undefined where a pivot is not above zero. Rows of U that reach a column are a list of it: each is in the list of the next column that it has. */
function* factorise(
  { n, rowStart, colIndex, values, diagonal }: Rows,
  scale: Float64Array,
  shift: number,
): Slices<Factor | undefined> {
  const [U, pivots] = [triangleOf(n), new Float64Array(n)];
  const row = new Float64Array(n);
  const isIn = new Uint8Array(n);
  const [head, next, at] = [new Int32Array(n).fill(-1), new Int32Array(n), new Int32Array(n)];
  const list = (k: number): void => {
    if (at[k] === U.rowStart[k + 1]) return;
    const column = U.colIndex[at[k]];
    next[k] = head[column];
    head[column] = k;
  };
  for (let i = 0; i < n; i++) {
    if (i % SLICE === SLICE - 1) yield i;
    const right: number[] = [];
    const reach = (j: number, value: number): void => {
      row[j] += value;
      if (j === i || isIn[j] === 1) return;
      isIn[j] = 1;
      right.push(j);
    };
    const [begin, end] = [diagonal[i], rowStart[i + 1]];
    for (let k = begin; k < end; k++) reach(colIndex[k], values[k] * scale[i] * scale[colIndex[k]]);
    row[i] += shift;
    for (let k = head[i]; k >= 0;) {
      const following = next[k];
      const factor = U.values[at[k]];
      for (let m = at[k]; m < U.rowStart[k + 1]; m++) reach(U.colIndex[m], -factor * U.values[m]);
      at[k]++;
      list(k);
      k = following;
    }
    if (!(row[i] > 0)) return undefined;
    pivots[i] = Math.sqrt(row[i]);
    for (const j of right) row[j] /= pivots[i];
    keep(
      U,
      i,
      right.sort((a, b) => a - b),
      row,
      DROP,
      end - begin - 1 + MORE,
    );
    at[i] = U.rowStart[i];
    list(i);
    for (const j of right) {
      row[j] = 0;
      isIn[j] = 0;
    }
    row[i] = 0;
  }
  return { U, pivots };
}

/** The factor of the least shift that has one. Errors: `SOLVER.PRECONDITIONER`. */
function* shifted(rows: Rows, scale: Float64Array): Slices<Factor> {
  for (let k = 0, shift = 0; k <= SHIFTS; k++, shift = LEAST_SHIFT * 2 ** (k - 1)) {
    const found = yield* factorise(rows, scale, shift);
    if (found) return found;
  }
  throw new SpmvError('SOLVER.PRECONDITIONER', 'ict finds no pivots above zero, whatever is added to the diagonal.', {
    fix: "Use M: 'ilut', or method: 'direct'.",
  });
}

/**
 * M = UᵀU, or −UᵀU, with entries where A has none, for symmetric positive, or negative, definite matrices: A is scaled to a diagonal of 1, small numbers are dropped, and of the others of a row the largest kept. Where that leaves a
 * pivot that is not above zero something is added to the diagonal. By the host: one row after another.
 *
 * Errors: `SOLVER.PRECONDITIONER` where A is not symmetric, or its diagonal is not of one sign.
 * Sources: C.-J. Lin, J. J. Moré, Incomplete Cholesky factorizations with limited memory, SIAM J. Sci. Comput. 21, 1999; T. A. Manteuffel, An incomplete factorization technique for positive definite linear systems, Math. Comput. 34, 1980.
 */
export const ict: Preconditioner = {
  id: 'ict',
  splitsPairs: true,
  title: 'incomplete Cholesky with fill',
  isOfHost: true,
  async prepare(system, _space, signal) {
    if (system.facts.isSymmetric === false)
      throw new SpmvError('SOLVER.PRECONDITIONER', 'ict needs a symmetric matrix.', { fix: "Use M: 'ilut'." });
    const rows = rowsOf(system, 'ict');
    const { n, values, diagonal } = rows;
    const sign = n > 0 && values[diagonal[0]] < 0 ? -1 : 1;
    if (sign < 0) for (let k = 0; k < values.length; k++) values[k] = -values[k];
    const other = diagonal.findIndex((k) => !(values[k] > 0));
    if (other >= 0) throw noPivot('ict', other, sign * values[diagonal[other]]);
    const scale = Float64Array.from(diagonal, (k) => 1 / Math.sqrt(values[k]));
    const { U, pivots } = await takeTurns(shifted(rows, scale), signal);
    return linear(n, (x, y) => {
      for (let i = 0; i < n; i++) y[i] = sign * scale[i] * x[i];
      for (let i = 0; i < n; i++) {
        const value = y[i] / pivots[i];
        y[i] = value;
        for (let k = U.rowStart[i]; k < U.rowStart[i + 1]; k++) y[U.colIndex[k]] -= U.values[k] * value;
      }
      for (let i = n - 1; i >= 0; i--) {
        let sum = y[i];
        for (let k = U.rowStart[i]; k < U.rowStart[i + 1]; k++) sum -= U.values[k] * y[U.colIndex[k]];
        y[i] = sum / pivots[i];
      }
      for (let i = 0; i < n; i++) y[i] *= scale[i];
    });
  },
};

import { SpmvError } from '@spmv/core';
import type { Slices } from '@spmv/direct';
import { takeTurns } from '@spmv/direct';
import type { Preconditioner } from './preconditioner.ts';
import type { Rows } from './rows.ts';
import { linear, noPivot, rowsOf, SLICE } from './rows.ts';

/** A ≈ LLᵀ in the places of A's lower triangle, row by row (Golub, Van Loan, Matrix Computations, 2013, section 11.5.8). Overwrites the lower values. */
function* factorise({ n, rowStart, colIndex, values, diagonal }: Rows): Slices<void> {
  const row = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    if (i % SLICE === SLICE - 1) yield i;
    const [begin, middle] = [rowStart[i], diagonal[i]];
    let square = values[middle];
    for (let k = begin; k < middle; k++) {
      const j = colIndex[k];
      let sum = values[k];
      for (let m = rowStart[j]; m < diagonal[j]; m++) sum -= values[m] * row[colIndex[m]];
      const value = sum / values[diagonal[j]];
      values[k] = value;
      row[j] = value;
      square -= value * value;
    }
    for (let k = begin; k < middle; k++) row[colIndex[k]] = 0;
    if (!(square > 0)) throw noPivot('ic0', i, square);
    values[middle] = Math.sqrt(square);
  }
}

/** M = LLᵀ, or −LLᵀ, without entries where A has none: for symmetric positive, or negative, definite matrices. By the host: one row after another. */
export const ic0: Preconditioner = {
  id: 'ic0',
  title: 'incomplete Cholesky',
  isOfHost: true,
  async prepare(system, _space, signal) {
    if (system.facts.isSymmetric === false)
      throw new SpmvError('SOLVER.PRECONDITIONER', 'ic0 needs a symmetric matrix.', { fix: "Use M: 'ilu0'." });
    const rows = rowsOf(system, 'ic0');
    const { n, rowStart, colIndex, values, diagonal } = rows;
    // A negative definite A is −1 times one that has factors.
    const sign = n > 0 && values[diagonal[0]] < 0 ? -1 : 1;
    if (sign < 0) for (let k = 0; k < values.length; k++) values[k] = -values[k];
    await takeTurns(factorise(rows), signal);
    return linear(n, (x, y) => {
      for (let i = 0; i < n; i++) {
        let sum = sign * x[i];
        for (let k = rowStart[i]; k < diagonal[i]; k++) sum -= values[k] * y[colIndex[k]];
        y[i] = sum / values[diagonal[i]];
      }
      for (let i = n - 1; i >= 0; i--) {
        const value = y[i] / values[diagonal[i]];
        y[i] = value;
        for (let k = rowStart[i]; k < diagonal[i]; k++) {
          const j = colIndex[k];
          y[j] = y[j] - values[k] * value;
        }
      }
    });
  },
};

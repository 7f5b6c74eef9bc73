import type { CooMatrix, LinearOperator, ValueArray } from '@spmv/core';
import { rowStartOf, SpmvError } from '@spmv/core';
import type { System } from '../system/system.ts';
import type { PreconditionerId } from './preconditioner.ts';

/** Rows between two looks at the clock. */
export const SLICE = 64;

/** A square matrix by rows, each sorted by column with its diagonal element in it. */
export interface Rows {
  readonly n: number;
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
  /** Where element (i, i) is. */
  readonly diagonal: Int32Array;
}

/** The entries of a system. Errors: `SOLVER.PRECONDITIONER` where there are none, or the matrix is not square. */
export function entriesOf({ coo, facts }: System, id: PreconditionerId): CooMatrix {
  if (coo && facts.shape.rows === facts.shape.cols) return coo;
  throw new SpmvError(
    'SOLVER.PRECONDITIONER',
    coo ? `${id} needs a square matrix.` : `${id} is made of the entries, and the matrix is a function.`,
    { fix: "Use M: 'none', 'jacobi' with a diagonal, or a linear operator of your own." },
  );
}

/** Its rows; values are a copy. Errors: `SOLVER.PRECONDITIONER` for a zero on the diagonal. */
export function rowsOf(system: System, id: PreconditionerId): Rows {
  const coo = entriesOf(system, id);
  const n = coo.shape.rows;
  const rowStart = rowStartOf(coo);
  const { colIndex } = coo;
  const values = coo.values.slice();
  const diagonal = new Int32Array(n).fill(-1);
  for (let i = 0; i < n; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) if (colIndex[k] === i) diagonal[i] = k;
  const row = diagonal.findIndex((k) => k < 0 || values[k] === 0);
  if (row >= 0) throw noPivot(id, row, 0);
  return { n, rowStart, colIndex, values, diagonal };
}

/** A square linear map by a function of the host. */
export function linear(n: number, apply: LinearOperator<ValueArray>['apply']): LinearOperator<ValueArray> {
  return { shape: { rows: n, cols: n }, apply };
}

export function noPivot(id: PreconditionerId, row: number, pivot: number): SpmvError {
  return new SpmvError('SOLVER.PRECONDITIONER', `${id} divides by a pivot, and that of row ${row} is ${pivot}.`, {
    fix: "Use M: 'none', or M: 'jacobi' where all elements of the diagonal are positive.",
    details: { row, pivot },
  });
}

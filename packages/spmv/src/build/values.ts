import type { CooMatrix } from '@spmv/core';
import { positionsByRows, shown, SpmvError, transposeCoo } from '@spmv/core';
import type { MatrixLike } from './entries.ts';
import { entriesOf } from './entries.ts';

/** Aᵀ. Errors: those of reading A. */
export function transpose(A: MatrixLike): CooMatrix {
  return transposeCoo(entriesOf(A));
}

/** Errors: `OPERAND.SCALAR`. */
export function checkFactor(gamma: unknown): void {
  if (typeof gamma === 'number') return;
  throw new SpmvError('OPERAND.SCALAR', `gamma is ${shown(gamma)}, which is no number.`, { fix: 'Give a number.' });
}

/** γA, in the arrays of positions that A has. Errors: `OPERAND.SCALAR`, those of reading A. */
export function scale(A: MatrixLike, gamma: number): CooMatrix {
  checkFactor(gamma);
  return map(A, (value) => gamma * value);
}

/**
 * The matrix of f(aᵢⱼ, i, j) for each entry, in the arrays of positions that A has: what has no entry stays 0, and an f of 0 stays an entry.
 * Errors: `FORMAT.INVALID` where f gives no number, `PARAM.OUT_OF_RANGE` where it is no function, those of reading A.
 */
export function map(A: MatrixLike, f: (value: number, i: number, j: number) => number): CooMatrix {
  if (typeof f !== 'function')
    throw new SpmvError('PARAM.OUT_OF_RANGE', `map: f is ${shown(f)}.`, { fix: 'Give a function of value, i and j.' });
  const { shape, rowIndex, colIndex, values } = entriesOf(A);
  const mapped = values.map((value, k) => {
    const made: unknown = f(value, rowIndex[k] as number, colIndex[k] as number);
    if (typeof made === 'number') return made;
    throw new SpmvError('FORMAT.INVALID', `f gives ${shown(made)} for entry (${rowIndex[k]}, ${colIndex[k]}).`, {
      fix: 'Return a number for each entry.',
      details: { row: rowIndex[k], col: colIndex[k] },
    });
  });
  return { shape: { ...shape }, rowIndex, colIndex, values: mapped };
}

/** The same places with other values. */
export function withValues(coo: CooMatrix, values: Float64Array): CooMatrix {
  const { shape, rowStart, colIndex } = coo;
  const positions = rowStart ? positionsByRows(rowStart, colIndex) : { rowIndex: coo.rowIndex, colIndex };
  return Object.assign(positions, { shape, values });
}

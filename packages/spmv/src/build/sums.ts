import type { CooMatrix } from '@spmv/core';
import { shown, SpmvError, transposeCoo } from '@spmv/core';
import type { MatrixLike } from './entries.ts';
import { entriesOf } from './entries.ts';

/** Sums of the entries at each index, in their order. */
function sumsAt(index: Int32Array, values: Float64Array, count: number): Float64Array {
  const sums = new Float64Array(count);
  for (let k = 0; k < values.length; k++) {
    const at = index[k] as number;
    sums[at] = (sums[at] as number) + (values[k] as number);
  }
  return sums;
}

/** The largest sum of |aᵢⱼ| of a row. */
function largestRow({ rowIndex, values }: CooMatrix): number {
  let [most, ofRow] = [0, 0];
  for (let k = 0; k < values.length; k++) {
    ofRow = (k > 0 && rowIndex[k] === rowIndex[k - 1] ? ofRow : 0) + Math.abs(values[k] as number);
    most = Math.max(most, ofRow);
  }
  return most;
}

function unknown(name: string, value: unknown, fix: string): SpmvError {
  return new SpmvError('PARAM.OUT_OF_RANGE', `${name} is ${shown(value)}.`, { fix });
}

/**
 * The sum of all entries, or with `axis` those of SciPy: of each column (axis 0, n of them) or of each row (axis 1, m). In the order of the entries.
 * Errors: `PARAM.OUT_OF_RANGE`, those of reading A.
 */
export function sum(A: MatrixLike): number;
/** The same along an axis. */
export function sum(A: MatrixLike, axis: 0 | 1): Float64Array;
/** The same, whichever is asked for. */
export function sum(A: MatrixLike, axis?: 0 | 1): number | Float64Array {
  if (axis === undefined) return entriesOf(A).values.reduce((total, value) => total + value, 0);
  if (axis !== 0 && axis !== 1)
    throw unknown('axis', axis, 'Give 0 for sums of columns, 1 for sums of rows, or leave it out.');
  const { shape, rowIndex, colIndex, values } = entriesOf(A);
  return axis === 0 ? sumsAt(colIndex, values, shape.cols) : sumsAt(rowIndex, values, shape.rows);
}

/**
 * A norm of A: `'fro'` (default) √Σaᵢⱼ², which does not leave the range on the way; 1 the largest sum of |aᵢⱼ| of a column; Infinity that of a row. 0 without entries, NaN with one.
 * Errors: `PARAM.OUT_OF_RANGE`, those of reading A.
 */
export function norm(A: MatrixLike, kind: 'fro' | 1 | typeof Infinity = 'fro'): number {
  if (kind !== 'fro' && kind !== 1 && kind !== Infinity)
    throw unknown('The kind of norm', kind, "Give 'fro', 1 or Infinity.");
  const entries = entriesOf(A);
  if (kind !== 'fro') return largestRow(kind === 1 ? transposeCoo(entries) : entries);
  const { values } = entries;
  const most = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  if (most === 0 || most === Infinity) return most;
  // A power of two, so that nothing is rounded.
  const unit = 2 ** Math.min(1023, Math.floor(Math.log2(most)));
  return unit * Math.sqrt(values.reduce((sum, value) => sum + (value / unit) ** 2, 0));
}

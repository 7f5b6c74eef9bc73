import type { CooMatrix, Shape } from '@spmv/core';
import { INDEX_LIMIT, SpmvError } from '@spmv/core';
import type { Random } from '../random/random.ts';

/** Writes the columns of row i, ascending and distinct, to colIndex[from..to). */
export type FillRow = (i: number, colIndex: Int32Array, from: number, to: number) => void;

/** A value for the entry at (i, j). */
export type EntryValue = (i: number, j: number) => number;

/** Sum of the row lengths. Errors: `PARAM.OUT_OF_RANGE` above 2³¹−1 entries. */
function totalEntries(owner: string, rowLength: ArrayLike<number>): number {
  let nnz = 0;
  for (let i = 0; i < rowLength.length; i++) nnz += rowLength[i];
  if (nnz <= INDEX_LIMIT) return nnz;
  throw new SpmvError('PARAM.OUT_OF_RANGE', `Generator '${owner}' would make ${nnz} entries, more than 2^31-1.`, {
    fix: 'Ask for fewer rows or fewer entries per row.',
    details: { owner, entries: nnz },
  });
}

/**
 * A canonical matrix whose row i has `rowLength[i]` entries, columns by `fill`, values by `value` in row-major order.
 * One pass over the entries; allocates only the result.
 */
export function fromRowLengths(
  owner: string,
  shape: Shape,
  rowLength: Int32Array,
  fill: FillRow,
  value: EntryValue,
): CooMatrix {
  const nnz = totalEntries(owner, rowLength);
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let from = 0;
  for (let i = 0; i < shape.rows; i++) {
    const to = from + rowLength[i];
    if (to === from) continue;
    fill(i, colIndex, from, to);
    for (let k = from; k < to; k++) {
      rowIndex[k] = i;
      values[k] = value(i, colIndex[k]);
    }
    from = to;
  }
  return { shape: { rows: shape.rows, cols: shape.cols }, rowIndex, colIndex, values };
}

/**
 * Writes random columns of first..first+width−1 to colIndex[from..to), ascending and distinct: sorted uniform numbers from exponential
 * spacings, stretched so that the columns are distinct. Linear in the entries, whatever the density. `position` has room for a row.
 */
export function sampleColumns(
  random: Random,
  position: Float64Array,
  { first, width }: ColumnWindow,
  colIndex: Int32Array,
  from: number,
  to: number,
): void {
  const count = to - from;
  let total = 0;
  for (let p = 0; p < count; p++) {
    total -= Math.log(1 - random.uniform());
    position[p] = total;
  }
  total -= Math.log(1 - random.uniform());
  const free = width - count;
  const scale = total > 0 ? (free + 1) / total : 0;
  for (let p = 0; p < count; p++) {
    const gap = Math.min(free, Math.floor(position[p] * scale));
    colIndex[from + p] = first + gap + p;
  }
}

/** Neighbouring columns. */
export interface ColumnWindow {
  readonly first: number;
  readonly width: number;
}

/** Fills rows with random columns of a window; see {@link sampleColumns}. */
export function randomColumns(random: Random, longest: number, window: (i: number) => ColumnWindow): FillRow {
  const position = new Float64Array(longest);
  return (i, colIndex, from, to) => sampleColumns(random, position, window(i), colIndex, from, to);
}

/** Longest row, 0 without rows. */
export function longestOf(rowLength: ArrayLike<number>): number {
  let longest = 0;
  for (let i = 0; i < rowLength.length; i++) longest = Math.max(longest, rowLength[i]);
  return longest;
}

/** Columns of row i are first(i), first(i)+1, … */
export function contiguousColumns(first: (i: number) => number): FillRow {
  return (i, colIndex, from, to) => {
    const start = first(i);
    for (let k = from; k < to; k++) colIndex[k] = start + k - from;
  };
}

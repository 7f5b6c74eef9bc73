import type { CooMatrix } from '@spmv/core';
import { anyOption, checkOptions, INDEX_LIMIT, roomForCoo, shown, SpmvError } from '@spmv/core';
import type { MatrixLike } from './entries.ts';
import { entriesOf } from './entries.ts';

/** Rows or columns from `from` up to and without `to`; what is left out goes to the end. */
export interface Range {
  readonly from?: number;
  readonly to?: number;
}

function bounds(name: string, { from = 0, to }: Range, count: number): readonly [from: number, to: number] {
  const end = to ?? count;
  if (Number.isInteger(from) && Number.isInteger(end) && from >= 0 && from <= end && end <= count) return [from, end];
  throw new SpmvError('FORMAT.INDEX_RANGE', `There are no ${name} ${from} … ${end} in a matrix of ${count} ${name}.`, {
    fix: `Give numbers from 0 to ${count}, the first not above the second.`,
    details: { from, to: end, count },
  });
}

/** The first entry that is not before (row, column). */
function firstEntry({ rowIndex, colIndex }: CooMatrix, row: number, column: number): number {
  let [low, high] = [0, rowIndex.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const down = (rowIndex[middle] as number) - row;
    if (down < 0 || (down === 0 && (colIndex[middle] as number) < column)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Rows and columns of a matrix; all where they are left out. */
export interface Block {
  readonly rows?: Range;
  readonly cols?: Range;
}

const BLOCK = { rows: anyOption, cols: anyOption };
const RANGE = { from: anyOption, to: anyOption };

/** The block of these rows and columns of A, numbered from 0. Errors: `FORMAT.INDEX_RANGE`, `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`, those of reading A. */
export function slice(A: MatrixLike, block: Block = {}): CooMatrix {
  checkOptions('slice', block, BLOCK);
  const { rows = {}, cols = {} } = block;
  checkOptions('slice of rows', rows, RANGE);
  checkOptions('slice of columns', cols, RANGE);
  const coo = entriesOf(A);
  const { shape, rowIndex, colIndex, values } = coo;
  const [top, bottom] = bounds('rows', rows, shape.rows);
  const [left, right] = bounds('columns', cols, shape.cols);
  const [begin, end] = [firstEntry(coo, top, 0), firstEntry(coo, bottom, 0)];
  const isInside = (k: number): boolean => (colIndex[k] as number) >= left && (colIndex[k] as number) < right;
  let nnz = 0;
  for (let k = begin; k < end; k++) if (isInside(k)) nnz++;
  const part = roomForCoo({ rows: bottom - top, cols: right - left }, nnz);
  let at = 0;
  for (let k = begin; k < end; k++) {
    if (!isInside(k)) continue;
    part.rowIndex[at] = (rowIndex[k] as number) - top;
    part.colIndex[at] = (colIndex[k] as number) - left;
    part.values[at++] = values[k] as number;
  }
  return part;
}

function checkLine(name: 'row' | 'column', line: number, count: number): void {
  if (Number.isInteger(line) && line >= 0 && line < count) return;
  throw new SpmvError('FORMAT.INDEX_RANGE', `There is no ${name} ${shown(line)} in a matrix of ${count} ${name}s.`, {
    fix: count === 0 ? `It has no ${name}s.` : `Give a ${name} from 0 to ${count - 1}.`,
    details: { line, count },
  });
}

/** aᵢⱼ, 0 where there is no entry. In time that grows with the logarithm of the entries, which are looked at once. Errors: `FORMAT.INDEX_RANGE`, those of reading A. */
export function get(A: MatrixLike, i: number, j: number): number {
  const coo = entriesOf(A);
  checkLine('row', i, coo.shape.rows);
  checkLine('column', j, coo.shape.cols);
  const k = firstEntry(coo, i, j);
  return coo.rowIndex[k] === i && coo.colIndex[k] === j ? (coo.values[k] as number) : 0;
}

/** The m rows of A, with n numbers each. Errors: `FORMAT.REFUSED` for more than 2³¹−1 numbers, those of reading A. */
export function toDense(A: MatrixLike): Float64Array[] {
  const { shape, rowIndex, colIndex, values } = entriesOf(A);
  const { rows, cols } = shape;
  if (rows * cols > INDEX_LIMIT)
    throw new SpmvError('FORMAT.REFUSED', `${rows} × ${cols} are ${rows * cols} numbers, more than 2^31-1.`, {
      fix: 'Take a part of it with slice.',
      details: { rows, cols },
    });
  const dense = Array.from({ length: rows }, () => new Float64Array(cols));
  for (let k = 0; k < values.length; k++)
    (dense[rowIndex[k] as number] as Float64Array)[colIndex[k] as number] = values[k] as number;
  return dense;
}

/** The min(m, n) elements (i, i), 0 where there is no entry. Errors: those of reading A. */
export function diagonal(A: MatrixLike): Float64Array {
  const { shape, rowIndex, colIndex, values } = entriesOf(A);
  const elements = new Float64Array(Math.min(shape.rows, shape.cols));
  for (let k = 0; k < values.length; k++) {
    if (rowIndex[k] === colIndex[k]) elements[rowIndex[k] as number] = values[k] as number;
  }
  return elements;
}

import type { CooMatrix } from '@spmv/core';
import { anyOption, checkOptions, cooFromEntries, positionsByRows, shown, SpmvError } from '@spmv/core';

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

/** The elements (i, i), 0 where there is no entry: min(rows, cols) of them. */
export function diagonalOf({ shape, rowIndex, colIndex, values }: CooMatrix): Float64Array {
  const diagonal = new Float64Array(Math.min(shape.rows, shape.cols));
  for (let k = 0; k < values.length; k++) {
    if (rowIndex[k] === colIndex[k]) diagonal[rowIndex[k] as number] = values[k] as number;
  }
  return diagonal;
}

/** The first entry of a row, or of one after it. */
function firstEntry({ rowIndex }: CooMatrix, row: number): number {
  let [low, high] = [0, rowIndex.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rowIndex[middle] as number) < row) low = middle + 1;
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

/** A block of rows and columns. Errors: `FORMAT.INDEX_RANGE`, `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
export function sliceOf(coo: CooMatrix, block: Block = {}): CooMatrix {
  checkOptions('slice', block, BLOCK);
  const { rows = {}, cols = {} } = block;
  checkOptions('slice of rows', rows, RANGE);
  checkOptions('slice of columns', cols, RANGE);
  const { shape, rowIndex, colIndex, values } = coo;
  const [top, bottom] = bounds('rows', rows, shape.rows);
  const [left, right] = bounds('columns', cols, shape.cols);
  const [begin, end] = [firstEntry(coo, top), firstEntry(coo, bottom)];
  const isInside = (k: number): boolean => (colIndex[k] as number) >= left && (colIndex[k] as number) < right;
  let nnz = 0;
  for (let k = begin; k < end; k++) if (isInside(k)) nnz++;
  const part = { rowIndex: new Int32Array(nnz), colIndex: new Int32Array(nnz), values: new Float64Array(nnz) };
  let at = 0;
  for (let k = begin; k < end; k++) {
    if (!isInside(k)) continue;
    part.rowIndex[at] = (rowIndex[k] as number) - top;
    part.colIndex[at] = (colIndex[k] as number) - left;
    part.values[at++] = values[k] as number;
  }
  return { shape: { rows: bottom - top, cols: right - left }, ...part };
}

/** The same entries in arrays of their own. */
export function copyOfEntries(coo: CooMatrix): CooMatrix {
  const colIndex = coo.colIndex.slice();
  const positions = coo.rowStart
    ? positionsByRows(coo.rowStart.slice(), colIndex)
    : { rowIndex: coo.rowIndex.slice(), colIndex };
  return Object.assign(positions, { shape: { ...coo.shape }, values: coo.values.slice() });
}

/** Errors: `OPERAND.SCALAR`. */
function checkFactor(gamma: unknown): void {
  if (typeof gamma === 'number') return;
  throw new SpmvError('OPERAND.SCALAR', `gamma is ${shown(gamma)}, which is no number.`, { fix: 'Give a number.' });
}

/** A + γB. Entries that cancel stay as zeros. Errors: `FORMAT.INVALID` for other shapes, `OPERAND.MATRIX`, `OPERAND.SCALAR`. */
export function sumOf(a: CooMatrix, other: { entries(): CooMatrix }, gamma: number): CooMatrix {
  checkFactor(gamma);
  if (typeof other?.entries !== 'function')
    throw new SpmvError('OPERAND.MATRIX', `There is no matrix to add: it is ${shown(other)}.`, {
      fix: 'Give a matrix of openMatrix.',
    });
  const b = other.entries();
  if (a.shape.rows !== b.shape.rows || a.shape.cols !== b.shape.cols)
    throw new SpmvError(
      'FORMAT.INVALID',
      `A matrix of ${a.shape.rows} × ${a.shape.cols} and one of ${b.shape.rows} × ${b.shape.cols} cannot be added.`,
      { fix: 'Add matrices of one shape.', details: { a: a.shape, b: b.shape } },
    );
  const nnz = a.values.length + b.values.length;
  const join = <T extends Int32Array | Float64Array>(all: T, first: T, second: T): T => {
    all.set(first);
    all.set(second, first.length);
    return all;
  };
  return cooFromEntries(a.shape, {
    rowIndex: join(new Int32Array(nnz), a.rowIndex, b.rowIndex),
    colIndex: join(new Int32Array(nnz), a.colIndex, b.colIndex),
    values: join(
      new Float64Array(nnz),
      a.values,
      b.values.map((value) => gamma * value),
    ),
  });
}

/** γA. Errors: `OPERAND.SCALAR`. */
export function scaled(a: CooMatrix, gamma: number): CooMatrix {
  checkFactor(gamma);
  return { ...a, values: a.values.map((value) => gamma * value) };
}

/** Element (i, j), 0 where there is no entry. Errors: `FORMAT.INDEX_RANGE`. */
export function elementOf(coo: CooMatrix, i: number, j: number): number {
  bounds('rows', { from: i, to: i + 1 }, coo.shape.rows);
  bounds('columns', { from: j, to: j + 1 }, coo.shape.cols);
  let [low, high] = [firstEntry(coo, i), firstEntry(coo, i + 1)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((coo.colIndex[middle] as number) < j) low = middle + 1;
    else high = middle;
  }
  return low < coo.values.length && coo.rowIndex[low] === i && coo.colIndex[low] === j
    ? (coo.values[low] as number)
    : 0;
}

/** Every element, row by row. */
export function denseOf({ shape, rowIndex, colIndex, values }: CooMatrix): Float64Array[] {
  const rows = Array.from({ length: shape.rows }, () => new Float64Array(shape.cols));
  for (let k = 0; k < values.length; k++)
    (rows[rowIndex[k] as number] as Float64Array)[colIndex[k] as number] = values[k] as number;
  return rows;
}

/** Entry (i, j) becomes f(value, i, j). */
export function mapped(coo: CooMatrix, f: (value: number, i: number, j: number) => number): CooMatrix {
  const { rowIndex, colIndex } = coo;
  return { ...coo, values: coo.values.map((value, k) => f(value, rowIndex[k] as number, colIndex[k] as number)) };
}

/** The sum of all elements, of those of each column (0) or of each row (1). */
export function totalOf({ shape, rowIndex, colIndex, values }: CooMatrix, axis?: 0 | 1): number | Float64Array {
  const [length, place] =
    axis === undefined ? [1, undefined] : axis === 0 ? [shape.cols, colIndex] : [shape.rows, rowIndex];
  const sums = new Float64Array(length);
  for (let k = 0; k < values.length; k++)
    sums[place ? (place[k] as number) : 0] = (sums[place ? (place[k] as number) : 0] as number) + (values[k] as number);
  return axis === undefined ? (sums[0] as number) : sums;
}

/** A norm of a matrix: `fro`, 1 or Infinity. */
export function normOf(coo: CooMatrix, kind: 'fro' | 1 | typeof Infinity = 'fro'): number {
  if (kind === 'fro') return Math.sqrt(coo.values.reduce((sum, value) => sum + value * value, 0));
  const sums = totalOf({ ...coo, values: coo.values.map(Math.abs) }, kind === 1 ? 0 : 1) as Float64Array;
  return sums.reduce((most, sum) => Math.max(most, sum), 0);
}

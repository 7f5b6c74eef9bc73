import type { Finding, NamedArrays, Shape, StoredMatrix, ValueArray } from '@spmv/core';

/** Where rows begin: in 32 bits, or as whole numbers in f64 beyond that. */
export type RowStart = Int32Array | Float64Array;

/** What is wrong with the pointers of `rows` rows into `nnz` entries; each pointer a multiple of `multiple`, and so a whole number. */
export function checkRowStart(rowStart: RowStart, rows: number, end: number, multiple: number): Finding | undefined {
  if (rowStart[0] !== 0) return { invariant: 'rowStart.first', message: `rowStart[0] is ${rowStart[0]}, not 0` };
  for (let i = 0; i < rows; i++) {
    const from = rowStart[i];
    const to = rowStart[i + 1];
    if (!(to >= from))
      return {
        invariant: 'rowStart.monotone',
        message: `rowStart[${i + 1}] = ${to} is not at least rowStart[${i}] = ${from}`,
      };
    if (to % multiple !== 0)
      return { invariant: 'rowStart.multiple', message: `rowStart[${i + 1}] = ${to} is not a multiple of ${multiple}` };
  }
  if (rowStart[rows] !== end)
    return { invariant: 'rowStart.last', message: `rowStart[${rows}] is ${rowStart[rows]}, not ${end}` };
  return undefined;
}

/** Columns of rows without padding increase and are in range; `rowStart` is in order. One comparison an entry, because large matrices come here. */
function checkColumns(rowStart: RowStart, colIndex: Int32Array, { rows, cols }: Shape): Finding | undefined {
  for (let row = 0; row < rows; row++) {
    const start = rowStart[row];
    const length = rowStart[row + 1] - start;
    // Checked before the loop: with more entries than columns its counter could leave 32 bits.
    if (length > cols)
      return {
        invariant: 'colIndex.increasing',
        message: `row ${row} has ${length} entries, but the matrix has ${cols} columns`,
      };
    let previous = -1;
    // Counted from the row's beginning: engines are slow where a loop counts past 2^31.
    for (let place = 0; place < length; place++) {
      const j = colIndex[start + place];
      if (j <= previous || j >= cols)
        return checkRowColumns({ row, length, places: length, column: (k) => colIndex[start + k] }, cols);
      previous = j;
    }
  }
  return undefined;
}

/** Arrays of the rows one after another, without padding, whatever numbers their starts are. */
export interface RowArrays extends NamedArrays {
  readonly rowStart: RowStart;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}

/** What is wrong with a matrix stored as `csr` or `csr64`: the first finding only, because later checks rely on earlier ones. */
export function checkRows({ shape, nnz, arrays }: StoredMatrix<RowArrays>): readonly Finding[] {
  const finding =
    checkRowStart(arrays.rowStart, shape.rows, nnz, 1) ?? checkColumns(arrays.rowStart, arrays.colIndex, shape);
  return finding ? [finding] : [];
}

/**
 * Entries of a row whose places are start, start + step, …; −1 where {@link checkRowColumns} would find something: large matrices come here,
 * and it is asked only for what to say.
 */
export function regularEntries(
  colIndex: Int32Array,
  start: number,
  step: number,
  places: number,
  cols: number,
): number {
  let previous = -1;
  let slot = start;
  let length = 0;
  for (; length < places; length++, slot += step) {
    const j = colIndex[slot];
    if (j < 0) break;
    if (j <= previous || j >= cols) return -1;
    previous = j;
  }
  for (let k = length; k < places; k++, slot += step) if (colIndex[slot] !== -1) return -1;
  return length;
}

/** Padding is −1 also where no row has a place: behind the last row or entry, where columns or rows are aligned. */
export function checkStray(colIndex: Int32Array, entries: number): Finding | undefined {
  let found = 0;
  for (let slot = 0; slot < colIndex.length; slot++) if (colIndex[slot] !== -1) found++;
  return found === entries
    ? undefined
    : { invariant: 'padding.marked', message: `${found} columns are stored, the rows have ${entries} entries` };
}

/** Reads the columns of one row in storage order; `column(k)` is the k-th stored place, padding included. */
export interface RowPlaces {
  readonly row: number;
  /** Entries of the row. */
  readonly length: number;
  /** Places of the row, padding included. */
  readonly places: number;
  column(place: number): number;
}

/** Columns increase and are in range; padding, and only padding, is −1. */
export function checkRowColumns({ row, length, places, column }: RowPlaces, cols: number): Finding | undefined {
  let previous = -1;
  for (let k = 0; k < places; k++) {
    const j = column(k);
    if (k >= length) {
      if (j !== -1)
        return {
          invariant: 'padding.marked',
          message: `row ${row}, place ${k} is padding but its column is ${j}, not -1`,
        };
      continue;
    }
    if (j < 0 || j >= cols)
      return { invariant: 'colIndex.range', message: `row ${row}, entry ${k}: column ${j} is outside 0..${cols - 1}` };
    if (j <= previous)
      return { invariant: 'colIndex.increasing', message: `row ${row}, entry ${k}: column ${j} follows ${previous}` };
    previous = j;
  }
  return undefined;
}

import type { CooMatrix } from '@spmv/core';
import { cooInOrder, positionsByRows } from '@spmv/core';
import type { MatrixMarketFile } from '../model/file.ts';

/** Entries by row; the columns and values of row i are at `start[i] … start[i + 1] − 1`, in the order given. */
interface Rows {
  readonly start: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
}

/** Whether the rows are few enough to be counted in memory of the order of the entries. */
export function rowsCountable(file: MatrixMarketFile): boolean {
  return file.header.rows <= 8 * file.rowIndex.length + 65536;
}

/** One counting pass and one scatter, which writes the mirrored entries of a symmetric file too. */
function byRows(file: MatrixMarketFile): Rows {
  const { rowIndex, colIndex, values } = file;
  const { rows } = file.header;
  const sign = file.symmetry === 'general' ? 0 : file.symmetry === 'skew-symmetric' ? -1 : 1;
  const n = rowIndex.length;
  // Counts stand one place further than starts will: the scatter moves each start to the next row's.
  const start = new Int32Array(rows + 2);
  for (let k = 0; k < n; k++) {
    const i = (rowIndex[k] as number) + 2;
    start[i] = (start[i] as number) + 1;
  }
  if (sign !== 0) {
    for (let k = 0; k < n; k++) {
      const j = (colIndex[k] as number) + 2;
      if (colIndex[k] !== rowIndex[k]) start[j] = (start[j] as number) + 1;
    }
  }
  for (let i = 1; i < rows + 2; i++) start[i] = (start[i] as number) + (start[i - 1] as number);
  const total = start[rows + 1] as number;
  const cols = new Int32Array(total);
  const reals = new Float64Array(total);
  for (let k = 0; k < n; k++) {
    const i = rowIndex[k] as number;
    const j = colIndex[k] as number;
    const value = values.length === 0 ? 1 : (values[k] as number);
    const slot = start[i + 1] as number;
    start[i + 1] = slot + 1;
    cols[slot] = j;
    reals[slot] = value;
    if (sign === 0 || i === j) continue;
    const mirrored = start[j + 1] as number;
    start[j + 1] = mirrored + 1;
    cols[mirrored] = i;
    reals[mirrored] = sign * value;
  }
  return { start, colIndex: cols, values: reals };
}

/** Sorts entries `from … to − 1` of one row by column, equal columns in the order given. */
function sortRow({ colIndex, values }: Rows, from: number, to: number): void {
  if (to - from <= 32) {
    for (let s = from + 1; s < to; s++) {
      const col = colIndex[s] as number;
      const value = values[s] as number;
      let t = s - 1;
      for (; t >= from && (colIndex[t] as number) > col; t--) {
        colIndex[t + 1] = colIndex[t] as number;
        values[t + 1] = values[t] as number;
      }
      colIndex[t + 1] = col;
      values[t + 1] = value;
    }
    return;
  }
  const cols = colIndex.slice(from, to);
  const reals = values.slice(from, to);
  const order = Int32Array.from(cols, (_, s) => s).sort((a, b) => (cols[a] as number) - (cols[b] as number) || a - b);
  for (let s = 0; s < order.length; s++) {
    colIndex[from + s] = cols[order[s] as number] as number;
    values[from + s] = reals[order[s] as number] as number;
  }
}

/** Sorts each row and adds up equal positions in place; where rows begin follows. Returns the entries that are left. */
function settle(rows: Rows, rowCount: number): number {
  const { start, colIndex, values } = rows;
  let kept = 0;
  for (let i = 0; i < rowCount; i++) {
    const from = start[i] as number;
    const to = start[i + 1] as number;
    for (let s = from + 1; s < to; s++) {
      if ((colIndex[s] as number) < (colIndex[s - 1] as number)) {
        sortRow(rows, from, to);
        break;
      }
    }
    const first = kept;
    start[i] = first;
    for (let s = from; s < to; s++) {
      const col = colIndex[s] as number;
      if (kept > first && colIndex[kept - 1] === col) {
        values[kept - 1] = (values[kept - 1] as number) + (values[s] as number);
        continue;
      }
      colIndex[kept] = col;
      values[kept] = values[s] as number;
      kept++;
    }
  }
  start[rowCount] = kept;
  return kept;
}

/**
 * COO by rows of a real coordinate file: symmetry expanded, sorted, duplicates added in the order of the file, a pattern as ones. Linear
 * time for files written by columns or rows. Needs {@link rowsCountable}. Memory: the result and one count for each row.
 */
export function canonicalCoo(file: MatrixMarketFile): CooMatrix {
  const { rows, cols } = file.header;
  const grouped = byRows(file);
  const kept = settle(grouped, rows);
  const { colIndex, values } = grouped;
  const all = kept === values.length;
  const positions = positionsByRows(grouped.start.subarray(0, rows + 1), all ? colIndex : colIndex.slice(0, kept));
  return Object.assign(positions, { shape: { rows, cols }, values: all ? values : values.slice(0, kept) });
}

/** The same of a general file whose entries are canonical, in its arrays of columns and values; undefined of any other. Needs {@link rowsCountable}. */
export function cooOfSorted({ header, rowIndex, colIndex, values }: MatrixMarketFile): CooMatrix | undefined {
  const { rows, cols } = header;
  const numbers = values.length === 0 ? new Float64Array(rowIndex.length).fill(1) : values;
  return cooInOrder({ shape: { rows, cols }, rowIndex, colIndex, values: numbers });
}

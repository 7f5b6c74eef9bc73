import type { CooMatrix, OccupiedRows } from '@spmv/core';
import type { EntrySizes, LongRow } from './protocol.ts';

/** Rows that are named at most. */
const MOST = 5;
/** A row is long where it has so many times the entries of a mean row: lanes of its warp wait for it. */
const TIMES = 4;
/** Neighbouring columns of which those with most entries of a long row are found. */
const LONG_ROW_COLUMNS = 32;

/** Between which sizes the entries are. O(nnz). */
export function entrySizes({ values }: CooMatrix): EntrySizes {
  let [least, most, zeros, notFinite] = [Infinity, 0, 0, 0];
  for (const value of values) {
    const size = Math.abs(value);
    if (size === 0) zeros++;
    else if (size < Infinity) {
      if (size < least) least = size;
      if (size > most) most = size;
    } else notFinite++;
  }
  return { least: most === 0 ? 0 : least, most, zeros, notFinite };
}

/** First of `width` neighbouring columns that have most of the entries first … end − 1 of a row. O(end − first). */
function densestColumns(colIndex: CooMatrix['colIndex'], first: number, end: number, width: number): number {
  let [low, most, densest] = [first, 0, colIndex[first] as number];
  for (let k = first; k < end; k++) {
    while ((colIndex[k] as number) - (colIndex[low] as number) >= width) low++;
    if (k - low < most) continue;
    most = k - low + 1;
    densest = colIndex[low] as number;
  }
  return densest;
}

/** The longest of the rows that are long. O(rows with entries, and the entries of five rows). */
export function longRows(
  { row, start }: OccupiedRows,
  { shape: { rows }, colIndex }: Pick<CooMatrix, 'shape' | 'colIndex'>,
): readonly LongRow[] {
  const entries = start.at(-1) ?? 0;
  const found: { r: number; length: number }[] = [];
  let least = Math.max(2, (TIMES * entries) / Math.max(1, rows));
  for (let r = 0; r < row.length; r++) {
    const length = (start[r + 1] as number) - (start[r] as number);
    if (length < least) continue;
    found.push({ r, length });
    if (found.length <= MOST) continue;
    found.sort((a, b) => b.length - a.length).pop();
    least = Math.max(least, (found.at(-1)?.length ?? 0) + 1);
  }
  return found
    .sort((a, b) => b.length - a.length)
    .map(({ r, length }) => ({
      row: row[r] as number,
      length,
      col: densestColumns(colIndex, start[r] as number, start[r + 1] as number, LONG_ROW_COLUMNS),
    }));
}

import type { CooMatrix, OccupiedRows } from '@spmv/core';
import type { EntrySizes, LongRow } from './protocol.ts';

/** Rows that are named at most. */
const MOST = 5;
/** A row is long where it has so many times the entries of a mean row: lanes of its warp wait for it. */
const TIMES = 4;

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

/** The longest of the rows that are long. O(rows with entries). */
export function longRows({ row, start }: OccupiedRows, rows: number): readonly LongRow[] {
  const entries = start.at(-1) ?? 0;
  const found: LongRow[] = [];
  let least = Math.max(2, (TIMES * entries) / Math.max(1, rows));
  for (let r = 0; r < row.length; r++) {
    const length = (start[r + 1] as number) - (start[r] as number);
    if (length < least) continue;
    found.push({ row: row[r] as number, length });
    if (found.length <= MOST) continue;
    found.sort((a, b) => b.length - a.length).pop();
    least = Math.max(least, (found.at(-1) as LongRow).length + 1);
  }
  return found.sort((a, b) => b.length - a.length);
}

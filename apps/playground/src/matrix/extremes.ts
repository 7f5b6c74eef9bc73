import type { CooMatrix, OccupiedRows } from '@spmv/core';
import type { EntrySizes, LongRow } from './protocol.ts';
import type { Span } from './waiting-columns.ts';
import { waitingColumns } from './waiting-columns.ts';

/** Rows that are named at most. */
const MOST = 5;
/** A row is long where it has so many times the entries of a mean row: lanes of its warp wait for it. */
const TIMES = 4;
/** Rows of a warp that has a lane a row, and neighbouring columns that are shown of them. */
const WARP = 32;

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
    .map(({ r, length }) => {
      const spanOf = (one: number): Span => [start[one] as number, start[one + 1] as number];
      const warpOf = (one: number): number => Math.floor((row[one] as number) / WARP);
      const others: Span[] = [];
      for (let one = r - 1; one >= 0 && warpOf(one) === warpOf(r); one--) others.push(spanOf(one));
      for (let one = r + 1; one < row.length && warpOf(one) === warpOf(r); one++) others.push(spanOf(one));
      return {
        row: row[r] as number,
        length,
        warpRow: WARP * warpOf(r),
        nextLength: Math.max(0, ...others.map(([first, end]) => end - first)),
        col: waitingColumns(colIndex, spanOf(r), others, WARP),
      };
    });
}

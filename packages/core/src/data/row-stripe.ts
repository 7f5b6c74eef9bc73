import { markCanonical } from '../format/built-mark.ts';
import type { CooMatrix } from './coo.ts';
import { positionsByRows } from './coo-by-rows.ts';
import { rowStartOf } from './csr-view.ts';
import type { RowSource } from './row-source.ts';

/** Rows begin … end − 1 of a matrix. */
export interface RowStripe {
  readonly begin: number;
  readonly end: number;
}

/**
 * Stripes begin at multiples of this many rows, so that what belongs to one begins in every vector at a multiple of 256 bytes: numbers have at
 * least two bytes, and devices ask for as much of the address of an array.
 */
export const STRIPE_ROWS = 128;

/** What a row costs beside its entries, in entries: its result, and where it begins. */
const ROW_WORK = 1;

/** The multiple of {@link STRIPE_ROWS} nearest to a row, of those within a stripe where there is one. */
function snapped(row: number, { begin, end }: RowStripe): number {
  const nearest = Math.round(row / STRIPE_ROWS) * STRIPE_ROWS;
  return Math.min(Math.max(nearest, begin + STRIPE_ROWS), Math.floor((end - 1) / STRIPE_ROWS) * STRIPE_ROWS);
}

/** Where stripes of equal work end; not all of them differ. */
function boundsOf(rowLength: Int32Array, count: number, within: RowStripe): readonly number[] {
  const { begin, end } = within;
  let all = 0;
  for (let i = begin; i < end; i++) all += (rowLength[i] as number) + ROW_WORK;
  const bounds: number[] = [];
  let work = 0;
  for (let i = begin; i < end; i++) {
    work += (rowLength[i] as number) + ROW_WORK;
    while (bounds.length < count - 1 && work >= (all * (bounds.length + 1)) / count)
      bounds.push(snapped(i + 1, within));
  }
  return [...bounds, end];
}

function hasEntries(rowLength: Int32Array, { begin, end }: RowStripe): boolean {
  for (let i = begin; i < end; i++) if (rowLength[i] !== 0) return true;
  return false;
}

/**
 * Consecutive stripes of rows with about as much work in each (entries, and one for the row): at most `count` of them, and none without an entry, since rows
 * without belong to the stripe before, or after. They begin at multiples of {@link STRIPE_ROWS}, as `within` does, by default all rows. Without
 * any entry: one stripe, or none where there are no rows.
 */
export function cutRows(
  rowLength: Int32Array,
  count: number,
  within: RowStripe = { begin: 0, end: rowLength.length },
): readonly RowStripe[] {
  const stripes: { readonly begin: number; end: number }[] = [];
  let { begin } = within;
  for (const end of boundsOf(rowLength, count, within)) {
    if (end <= begin) continue;
    const before = stripes.at(-1);
    if (hasEntries(rowLength, { begin, end }) || (end === within.end && !before)) stripes.push({ begin, end });
    else if (before) before.end = end;
    else continue;
    begin = end;
  }
  return stripes;
}

/** The rows of a stripe as a source of their own. */
export function stripeOfRows(source: RowSource, { begin, end }: RowStripe): RowSource {
  return {
    shape: { rows: end - begin, cols: source.shape.cols },
    rowLength: source.rowLength.subarray(begin, end),
    readRows: (from, to, colIndex, values) => source.readRows(begin + from, begin + to, colIndex, values),
  };
}

/**
 * Cuts a canonical COO: what is returned gives the rows of a stripe as a matrix of its own, whose columns and values are those of `coo`, in its memory.
 * Where rows begin is found once.
 */
export function stripesOfCoo(coo: CooMatrix): (stripe: RowStripe) => CooMatrix {
  const rowStart = coo.rowStart ?? rowStartOf(coo);
  return ({ begin, end }) => {
    const [from, to] = [rowStart[begin] as number, rowStart[end] as number];
    const starts = rowStart.subarray(begin, end + 1).map((start) => start - from);
    const stripe: CooMatrix = Object.assign(positionsByRows(starts, coo.colIndex.subarray(from, to)), {
      shape: { rows: end - begin, cols: coo.shape.cols },
      values: coo.values.subarray(from, to),
    });
    // Rows of a canonical matrix are canonical.
    markCanonical(stripe);
    return stripe;
  };
}

import { rowStartOf } from '../data/csr-view.ts';
import type { RowStripe } from '../data/row-stripe.ts';
import { stripesOfCoo } from '../data/row-stripe.ts';
import { buildMatrix } from './build-matrix.ts';
import type { SparseFormat, StoredRows } from './sparse-format.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** How rows are divided. */
export interface StripeRule {
  /** How many stripes; of a small matrix some have no rows. */
  readonly count: number;
  /** Stripes begin at multiples of so many rows, so that their part of a vector is as aligned as the vector. */
  readonly multiple: number;
  /** Columns closer to each other than this are one range: those in between are fewer than a copy of their own is worth. */
  readonly gap: number;
}

/** Consecutive rows of a stored matrix, in the same format. */
export interface Stripe extends RowStripe {
  readonly matrix: StoredMatrix;
  /** Columns in which these rows have entries: pairs begin, end (exclusive), increasing, with what {@link StripeRule.gap} bridges. */
  readonly columns: Int32Array;
}

/** The rows of a matrix by its entries, each part built anew. */
function rowsOfEntries(format: SparseFormat, matrix: StoredMatrix): StoredRows {
  const coo = format.toCoo(matrix);
  const rowStart = rowStartOf(coo);
  const partOf = stripesOfCoo(coo);
  const options = { params: matrix.params, valueType: matrix.valueType, maxBytes: Infinity };
  return {
    rowStart,
    colIndex: coo.colIndex,
    part: (begin, end) => buildMatrix(format, partOf({ begin, end }), options),
  };
}

/**
 * Where stripes of equal work begin and end: `count` + 1 rows. A row is as much work as its entries and one more, so that rows without any are divided, too.
 */
export function stripeBounds(
  rowStart: ArrayLike<number>,
  { count, multiple }: Pick<StripeRule, 'count' | 'multiple'>,
): readonly number[] {
  const rows = rowStart.length - 1;
  const workTo = (row: number): number => (rowStart[row] as number) + row;
  const bounds = [0];
  for (let s = 1; s < count; s++) {
    const wanted = (workTo(rows) * s) / count;
    let [low, high] = [0, rows];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (workTo(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    // Whichever of the two rows there is nearer, so that one long row is not in a stripe with all before it.
    if (low > 0 && workTo(low) - wanted > wanted - workTo(low - 1)) low--;
    const aligned = Math.min(rows, Math.round(low / multiple) * multiple);
    bounds.push(Math.max(aligned, bounds.at(-1) as number));
  }
  return [...bounds, rows];
}

/** The columns of some entries, as ranges. O(entries + cols) in time, or O(entries · log entries) where columns are many more than entries. */
export function columnRanges(colIndex: Int32Array, cols: number, gap: number): Int32Array {
  const ranges: number[] = [];
  const add = (begin: number, end: number): void => {
    const last = ranges.length - 1;
    if (last > 0 && begin - (ranges[last] as number) < Math.max(1, gap)) ranges[last] = end;
    else ranges.push(begin, end);
  };
  if (colIndex.length < cols / 16) {
    for (const column of colIndex.slice().sort()) if (column >= (ranges.at(-1) ?? 0)) add(column, column + 1);
    return Int32Array.from(ranges);
  }
  const found = new Uint8Array(cols);
  for (let k = 0; k < colIndex.length; k++) found[colIndex[k] as number] = 1;
  for (let j = found.indexOf(1); j >= 0; j = found.indexOf(1, j)) {
    const end = found.indexOf(0, j);
    add(j, end < 0 ? cols : end);
    j = end < 0 ? cols : end;
  }
  return Int32Array.from(ranges);
}

/**
 * A stored matrix as stripes of rows, which share its arrays where the format allows it.
 *
 * Errors: `FORMAT.REFUSED` where the format cannot store a part of the rows (a symmetric half, say), and those of `buildMatrix`.
 */
export function stripesOf(format: SparseFormat, matrix: StoredMatrix, rule: StripeRule): readonly Stripe[] {
  const rows = format.byRows?.(matrix) ?? rowsOfEntries(format, matrix);
  const { rowStart, colIndex } = rows;
  const bounds = stripeBounds(rowStart, rule);
  return bounds.slice(1).map((end, s) => {
    const begin = bounds[s] as number;
    const entries = colIndex.subarray(rowStart[begin], rowStart[end]);
    return {
      begin,
      end,
      matrix: rows.part(begin, end),
      columns: columnRanges(entries, matrix.shape.cols, rule.gap),
    };
  });
}

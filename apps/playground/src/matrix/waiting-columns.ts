import type { CooMatrix } from '@spmv/core';

/** First and last index of the entries of a row, the last not counted. */
export type Span = readonly [first: number, end: number];

/** Most places that are tried in each direction: rows may have 10⁷ entries. */
const MOST_TRIED = 1024;

/** First index of a row's entries whose column is `col` or a later one. O(log of its entries). */
function firstAt(colIndex: CooMatrix['colIndex'], [first, end]: Span, col: number): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((colIndex[middle] as number) < col) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First of `width` neighbouring columns that have most of the entries of a row. O(its entries). */
function densestColumns(colIndex: CooMatrix['colIndex'], [first, end]: Span, width: number): number {
  let [low, most, densest] = [first, 0, colIndex[first] as number];
  for (let k = first; k < end; k++) {
    while ((colIndex[k] as number) - (colIndex[low] as number) >= width) low++;
    if (k - low < most) continue;
    most = k - low + 1;
    densest = colIndex[low] as number;
  }
  return densest;
}

/**
 * First of `width` neighbouring columns in which most is waited for a long row: the rounds, summed over the other rows that have entries there,
 * which lanes with one of these wait for the lane with the long one, if it has the most there. Those with most of its entries where nothing waits so.
 */
export function waitingColumns(
  colIndex: CooMatrix['colIndex'],
  long: Span,
  others: readonly Span[],
  width: number,
): number {
  const entriesAt = (span: Span, col: number): number =>
    firstAt(colIndex, span, col + width) - firstAt(colIndex, span, col);
  const waitedAt = (col: number): number => {
    const length = entriesAt(long, col);
    let sum = 0;
    for (const other of others) {
      const own = entriesAt(other, col);
      if (own >= length) return 0;
      if (own > 0) sum += length - own;
    }
    return sum;
  };
  const all = others.reduce((sum, [first, end]) => sum + end - first, 0);
  const stride = Math.max(1, Math.ceil(all / MOST_TRIED));
  let found = densestColumns(colIndex, long, width);
  let most = waitedAt(found);
  for (const [first, end] of others)
    for (let k = first; k < end; k += stride) {
      const col = colIndex[k] as number;
      for (const from of [Math.max(0, col - width + 1), col]) {
        const waited = waitedAt(from);
        if (waited > most) [found, most] = [from, waited];
      }
    }
  return found;
}

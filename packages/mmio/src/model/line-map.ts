/**
 * Lines of entries in run-length form: from entry `from[r]` on, entry k stands on line `k + offset[r]`.
 * A file without comments or blank lines among its entries has one run.
 */
export interface LineMap {
  readonly from: readonly number[];
  readonly offset: readonly number[];
}

/** The line (from 1) entry `k` was read from; 0 when the map is empty. */
export function lineOfEntry(lines: LineMap, k: number): number {
  let low = 0;
  let high = lines.from.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines.from[middle] as number) <= k) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : k + (lines.offset[low - 1] as number);
}

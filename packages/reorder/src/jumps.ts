/** Elements of x in a line of a cache: 64 bytes in f64. */
const LINE = 8;
/** A line is at hand while so many entries have been multiplied since it was used: what the first cache holds beside the matrix. */
const RECENT = 1024;

/** Counts entries that jump, part by part. */
export interface JumpCounter {
  /** Of entries from … to − 1. */
  count(colIndex: ArrayLike<number>, from: number, to: number): number;
}

/**
 * What a cache and its prefetcher do with x, in short: an entry jumps where neither the line of its element of x was used by the last 1,024 entries, nor the line before it, from which a processor reads ahead.
 * Bands and grids have hardly any jumps, however far apart their diagonals are; columns by chance jump in nearly each entry once x is larger than a first cache. O(entries), 8 bytes for 8 columns.
 */
export function createJumpCounter(cols: number): JumpCounter {
  const used = new Float64Array(Math.ceil(cols / LINE) + 1).fill(-Infinity);
  let now = 0;
  return {
    count(colIndex, from, to) {
      // What another part has used is in a cache of its own.
      now += RECENT + 1;
      let found = 0;
      for (let k = from; k < to; k++) {
        now++;
        const line = Math.floor(colIndex[k] / LINE) + 1;
        if (now - used[line] > RECENT && now - used[line - 1] > RECENT) found++;
        used[line] = now;
      }
      return found;
    },
  };
}

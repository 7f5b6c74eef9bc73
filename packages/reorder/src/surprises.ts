/** Places of the table; pairs of lengths that share one disturb each other, as branches do in a processor. */
const TABLE = 4096;

/** Counts rows whose length does not follow from those before it, in the order in which it is asked. */
export interface SurpriseCounter {
  /** Of rows from … to − 1. */
  count(rowStart: ArrayLike<number>, from: number, to: number): number;
}

/**
 * What a processor that guesses branches does with the ends of rows, in short: it remembers by the lengths of two rows the length of the next one. A row with another length is a
 * surprise. Equal lengths and patterns that repeat have hardly any, lengths by chance one in most rows. O(rows), 16 KiB.
 */
export function createSurpriseCounter(): SurpriseCounter {
  const next = new Int32Array(TABLE).fill(-1);
  return {
    count(rowStart, from, to) {
      let [before, last, found] = [0, 0, 0];
      for (let i = from; i < to; i++) {
        const length = rowStart[i + 1] - rowStart[i];
        const place = (Math.imul(before, 31) + last) & (TABLE - 1);
        if (next[place] !== length) found++;
        next[place] = length;
        before = last;
        last = length;
      }
      return found;
    },
  };
}

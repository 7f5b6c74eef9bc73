/** When the calling thread computes alone for a while: on a machine whose cores are busy, workers come late or stop midway. */
export interface Backoff {
  /** Whether to compute alone at this time, in milliseconds. */
  isActive(now: number): boolean;
  /** A product in which the workers helped. */
  reset(): void;
  /** Records a product, begun and ended at these times, in which the workers were of no use. */
  recordUseless(begin: number, now: number): void;
}

/** Number of useless products in a row, and the time that they must take, so that a sleeping worker has time to wake. */
const LEAST_PRODUCTS = 16;
const LEAST_MS = 3;
/** First and longest time alone. Each time is twice as long as the one before, unless the workers helped in between. */
const FIRST_REST_MS = 1;
const LONGEST_REST_MS = 32;

export function createBackoff(): Backoff {
  let useless = 0;
  let since = 0;
  let alone = 0;
  let rest = FIRST_REST_MS;
  return {
    isActive: (now) => now < alone,
    reset() {
      if (useless === 0) return;
      useless = 0;
      rest = FIRST_REST_MS;
    },
    recordUseless(begin, now) {
      if (useless++ === 0) since = begin;
      if (useless < LEAST_PRODUCTS || now - since < LEAST_MS) return;
      alone = now + rest;
      rest = Math.min(LONGEST_REST_MS, 2 * rest);
      useless = 0;
    },
  };
}

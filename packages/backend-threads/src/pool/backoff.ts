/** When the calling thread computes alone for a while: on a machine whose cores are busy, workers come late or stop midway. */
export interface Backoff {
  /** Whether to compute alone at this time, in milliseconds. */
  isActive(now: number): boolean;
  /** A product in which the workers helped. */
  reset(): void;
  /** A product, begun and ended at these times, in which they were of no use. */
  recordUseless(begin: number, now: number): void;
}

/** Useless products in a row, and the time they must take: a sleeping worker is given time to wake. */
const LEAST_PRODUCTS = 16;
const LEAST_MS = 3;
/** First and longest time alone; each that follows without help in between is twice as long. */
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

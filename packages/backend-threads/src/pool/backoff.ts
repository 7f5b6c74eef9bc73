/** When the calling thread computes alone for a while: on a machine whose cores are busy, workers come late or stop midway. */
export interface Backoff {
  /** Whether to compute alone at this time, in milliseconds. */
  isActive(now: number): boolean;
  /** A product in which all workers helped in time: what it gained is not known. */
  helped(): void;
  /** Records a product that ended at this time: by how many milliseconds it took longer than this thread would have taken alone; below 0 where it took less. */
  record(lostMs: number, now: number): void;
}

/** Losses up to this are borne, so that a sleeping worker has time to wake; gains up to this are remembered. */
const BORNE_MS = 0.2;
/** The times alone become as many times longer than what was lost, doubling, unless workers help in between. */
const MOST_TIMES = 64;
/** No time alone is longer than this, but for one that makes a longer loss good. */
const LONGEST_REST_MS = 32;
/** What is longer than this is no loss to workers: the process itself, or the machine, was stopped. */
const LONGEST_LOSS_MS = 1000;

/**
 * What products with workers lost is made good by products without: the time alone is at least as long as the loss. So whatever the
 * system does with the workers, products take at most twice as long as they take alone, and one wait.
 */
export function createBackoff(): Backoff {
  let debt = 0;
  let alone = 0;
  let times = 1;
  return {
    isActive: (now) => now < alone,
    helped() {
      times = 1;
    },
    record(lostMs, now) {
      if (lostMs <= 0) times = 1;
      debt = Math.max(-BORNE_MS, debt + Math.min(LONGEST_LOSS_MS, lostMs));
      if (debt < BORNE_MS) return;
      alone = now + Math.max(debt, Math.min(LONGEST_REST_MS, times * debt));
      times = Math.min(MOST_TIMES, 2 * times);
      debt = 0;
    },
  };
}

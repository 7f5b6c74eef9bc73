/** Something that is timed: `run` does it once and gives how much it did, operations or bytes. */
export interface Entry {
  readonly name: string;
  run(): number;
}

/** Least time that an entry is repeated for in a round, so that an engine compiles it well. */
const SLICE_MS = 10;

/**
 * The best rate of each entry in 10⁹ a second, by turns, of all samples: what a core can do, also where others use the machine and most samples
 * were interrupted.
 */
export function bestRates(entries: readonly Entry[], rounds: number): ReadonlyMap<Entry, number> {
  const best = new Map<Entry, number>();
  for (let round = 0; round < rounds; round++) {
    for (const entry of entries) {
      const until = performance.now() + SLICE_MS;
      do {
        const begin = performance.now();
        const done = entry.run();
        best.set(entry, Math.max(best.get(entry) ?? 0, done / (performance.now() - begin) / 1e6));
      } while (performance.now() < until);
    }
  }
  return best;
}

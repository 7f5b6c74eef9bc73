import type { Slices } from '../slices.ts';

/** Milliseconds for which the host may be kept busy. */
const BUSY_MS = 40;

/** What comes of slices, between which timers, signals and pages have their turn. Rejects with the reason of the signal where that comes first. */
export async function takeTurns<T>(slices: Slices<T>, signal?: AbortSignal): Promise<T> {
  let since = performance.now();
  for (;;) {
    signal?.throwIfAborted();
    const { done, value } = slices.next();
    if (done) return value;
    if (performance.now() - since < BUSY_MS) continue;
    await new Promise((resolve) => void setTimeout(resolve, 0));
    since = performance.now();
  }
}

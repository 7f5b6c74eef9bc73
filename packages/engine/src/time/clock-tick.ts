/** What a tick rounds is then 2 % of a sample at most. */
const TICKS = 50;
const LOOKS = 5;
/** A clock that stands still has no tick. */
const MOST_CALLS = 1_000_000;

/** The step of a clock in milliseconds: of a page 0.1, or 0.005 where it is cross-origin isolated; elsewhere next to nothing. 0 where it stands still. */
export function clockTick(now: () => number = () => performance.now()): number {
  let least = Infinity;
  let calls = 0;
  for (let look = 0; look < LOOKS; look++) {
    const start = now();
    let next = now();
    while (next === start && calls++ < MOST_CALLS) next = now();
    if (next > start) least = Math.min(least, next - start);
  }
  return Number.isFinite(least) ? least : 0;
}

/** Clocks of processes have finer steps than this, those of pages coarser ones. */
const COARSE_MS = 0.002;

/** Whether a clock tells little of what a single short product takes. */
export function isCoarse(tick: number): boolean {
  return tick >= COARSE_MS;
}

/** How long a sample is at least: `wanted` milliseconds, and many ticks of the clock. */
export function sampleMs(wanted: number, tick: number): number {
  return Math.max(wanted, TICKS * tick);
}

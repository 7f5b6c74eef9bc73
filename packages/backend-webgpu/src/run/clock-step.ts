/** Steps of the clock that a sample is long at least: then what a step rounds is 2 % of it. */
const STEPS = 50;
/** Nanoseconds. A clock with finer steps than this is none of those that browsers make coarse on purpose. */
const COARSE = 2n ** 12n;

/** The coarsest step that all of these timestamps are multiples of, in milliseconds; 0 for a fine clock. Browsers clear low bits, or round to 0.1 ms. */
export function clockStep(timestamps: ArrayLike<bigint>): number {
  const all = Array.from(timestamps).reduce((bits, time) => bits | time, 0n);
  const low = all & -all;
  if (all !== 0n && low >= COARSE) return Number(low) / 1e6;
  const tenth = 100_000n;
  return all !== 0n && Array.from(timestamps).every((time) => time % tenth === 0n) ? 0.1 : 0;
}

/** How long a sample is at least: `wanted` milliseconds, and many steps of the clock. */
export function sampleMs(wanted: number, step: number): number {
  return Math.max(wanted, STEPS * step);
}

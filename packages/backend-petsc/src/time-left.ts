/** How long steps may take that have one limit together. */
export interface TimeLeft {
  /** Milliseconds for a step: not more than `mostMs`, nor than this share of what is left. */
  of(mostMs: number, share: number): number;
}

/** Counts from now on; without a limit every step has its own. */
export function createTimeLeft(withinMs: number | undefined, now: () => number = () => performance.now()): TimeLeft {
  const end = withinMs === undefined ? Infinity : now() + withinMs;
  return {
    // Timers take whole milliseconds.
    of: (mostMs, share) => Math.max(1, Math.min(mostMs, Math.floor(share * (end - now())))),
  };
}

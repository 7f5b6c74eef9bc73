import type { TimingOptions, TimingSubject } from './time-group.ts';

/** How long a run may take. */
export interface TimeBudget {
  /** Milliseconds left. */
  left(): number;
  /** Milliseconds left of all that this is a share of: what takes longer is not begun. */
  whole(): number;
  /** Whether nothing was done before: then something is, however long it takes. */
  readonly isFirst: boolean;
  /** The same for a part: its share of what is left. */
  share(parts: number, isFirst: boolean): TimeBudget;
}

/** A budget that begins now. */
export function timeBudget(ms: number, now: () => number = () => performance.now()): TimeBudget {
  const end = now() + ms;
  return shareOf(end, end, true, now);
}

function shareOf(end: number, whole: number, isFirst: boolean, now: () => number): TimeBudget {
  return {
    left: () => end - now(),
    whole: () => whole - now(),
    isFirst,
    share: (parts, first) => shareOf(now() + (end - now()) / parts, whole, first, now),
  };
}

/** Of a subject: the warm-up, and each round one product that does not count and a sample of two clocks. */
const WARM_UP_MS = 20;
const LEAST_SAMPLE_MS = 0.5;

/** About how long timing a subject takes, by one product of it. */
export async function timingMs(
  { operator, operands, backend }: TimingSubject,
  { runs }: TimingOptions,
): Promise<number> {
  const start = performance.now();
  operator.apply(...operands);
  await backend.finish();
  const product = performance.now() - start;
  return WARM_UP_MS + runs * (product + 2 * Math.max(LEAST_SAMPLE_MS, product));
}

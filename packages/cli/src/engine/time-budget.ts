import type { TimingOptions, TimingSubject } from './time-group.ts';

/** How long a run may take. */
export interface TimeBudget {
  /** Milliseconds left. */
  left(): number;
  /** The same for a part: its share of what is left. */
  share(parts: number): TimeBudget;
}

/** A budget that begins now. */
export function timeBudget(ms: number, now: () => number = () => performance.now()): TimeBudget {
  const end = now() + ms;
  return {
    left: () => end - now(),
    share: (parts) => timeBudget((end - now()) / parts, now),
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

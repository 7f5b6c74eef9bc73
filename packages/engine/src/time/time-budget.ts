import { uncountedMs } from './awaken.ts';
import { clockTick, sampleMs } from './clock-tick.ts';
import { LEAST_RUNS } from './sample-statistics.ts';
import type { TimingSubject } from './timing-subject.ts';

/** How long a run may take. */
export interface TimeBudget {
  /** Milliseconds left. */
  left(): number;
  /** Whether anything was timed in it. Until then something is, however long it takes. */
  isUsed(): boolean;
  use(): void;
}

/** A budget that begins now. */
export function timeBudget(ms: number, now: () => number = () => performance.now()): TimeBudget {
  const end = now() + ms;
  const own = { used: false };
  return {
    left: () => end - now(),
    isUsed: () => own.used,
    use: () => void (own.used = true),
  };
}

/**
 * A budget for the first of so many parts of a problem, so that it leaves as much to each of the others; what it does not take is theirs. `isFresh`:
 * nothing was timed before the problem, so something of each part is, as long as there is time when it begins.
 */
export function shareOf(budget: TimeBudget, parts: number, isFresh: boolean): TimeBudget {
  const left = budget.left();
  const others = (Math.max(0, left) * (parts - 1)) / parts;
  const own = { used: budget.isUsed() && !(isFresh && left > 0) };
  return {
    left: () => budget.left() - others,
    isUsed: () => own.used,
    use: () => {
      own.used = true;
      budget.use();
    },
  };
}

/** About how many milliseconds timing a combination takes. */
export interface TimingCost {
  readonly onceMs: number;
  readonly sampleMs: number;
}

export const NO_COST: TimingCost = { onceMs: 0, sampleMs: 0 };

/** Of a subject: the warm-up, and each round products that do not count and a sample of two clocks. A device that has a clock needs none of these. */
const WARM_UP_MS = 20;
const LEAST_SAMPLE_MS = 0.2;

/** What timing a subject costs, by one product of it. */
export async function timingCost({ operator, operands, backend }: TimingSubject): Promise<TimingCost> {
  const start = performance.now();
  operator.apply(...operands);
  await backend.finish();
  const product = performance.now() - start;
  const sample = Math.max(sampleMs(LEAST_SAMPLE_MS, clockTick()), product);
  const uncounted = backend.device.kind === 'cpu' ? uncountedMs(product) : product;
  return { onceMs: WARM_UP_MS, sampleMs: uncounted + 2 * sample };
}

/** Milliseconds of timing so many samples of each. */
export function costMs(costs: readonly TimingCost[], runs: number): number {
  return costs.reduce((sum, { onceMs, sampleMs }) => sum + onceMs + runs * sampleMs, 0);
}

/** The most samples of each, no more than asked for, that fit into a time; where not even the fewest that give a median do, those. */
export function affordableRuns(costs: readonly TimingCost[], runs: number, leftMs: number): number {
  const least = Math.min(runs, LEAST_RUNS);
  const sampleMs = costMs(costs, 1) - costMs(costs, 0);
  const most = sampleMs > 0 ? Math.floor((leftMs - costMs(costs, 0)) / sampleMs) : runs;
  return Math.min(runs, Math.max(least, most));
}

/** Fewer samples than this give no interval worth the name. */
export const LEAST_RUNS = 20;

/** What a list of samples says. Milliseconds in, milliseconds out. */
export interface SampleStatistics {
  readonly median: number;
  readonly mean: number;
  readonly min: number;
  /** Median absolute deviation from the median. */
  readonly mad: number;
  /** 95 % confidence interval of the median by order statistics: no assumption on the distribution. */
  readonly low: number;
  readonly high: number;
}

function medianOfSorted(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** The middle of some numbers, or the mean of both middle ones. */
export function median(values: ArrayLike<number>): number {
  return values.length === 0 ? Number.NaN : medianOfSorted(Float64Array.from(values).sort());
}

/**
 * How many samples from each end the interval leaves out: the largest k with P(fewer than k of n fall below the median) ≤ 2.5 %,
 * 0 when even the whole range is not that sure.
 */
export function orderStatisticRank(n: number): number {
  let probability = 0.5 ** n;
  let cumulative = probability;
  let rank = 0;
  while (cumulative <= 0.025 && rank < n / 2) {
    rank++;
    probability *= (n - rank + 1) / rank;
    cumulative += probability;
  }
  return rank;
}

/** Statistics of at least one sample. */
export function sampleStatistics(samples: ArrayLike<number>): SampleStatistics {
  const sorted = Float64Array.from(samples).sort();
  const n = sorted.length;
  const middle = medianOfSorted(sorted);
  const rank = Math.max(1, orderStatisticRank(n));
  return {
    median: middle,
    mean: sorted.reduce((sum, value) => sum + value, 0) / n,
    min: sorted[0] as number,
    mad: median(sorted.map((value) => Math.abs(value - middle))),
    low: sorted[rank - 1] as number,
    high: sorted[n - rank] as number,
  };
}

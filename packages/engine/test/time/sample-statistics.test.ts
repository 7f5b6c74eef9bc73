import { describe, expect, it } from 'vitest';
import { complementaryError, mannWhitney } from '../../src/time/mann-whitney.ts';
import { orderStatisticRank, sampleStatistics } from '../../src/time/sample-statistics.ts';

describe('statistics of samples', () => {
  it('leaves out as many samples at each end as the binomial distribution allows', () => {
    // Tables of the 95 % interval of a median by order statistics: n = 6 → 1, 20 → 6, 25 → 8, 100 → 40.
    expect([5, 6, 20, 25, 100].map(orderStatisticRank)).toEqual([0, 1, 6, 8, 40]);
  });

  it('gives median, spread and interval', () => {
    const { median, mean, min, mad, low, high } = sampleStatistics([9, 1, 3, 2, 100, 4, 5, 6, 7, 8]);
    expect({ median, mean, min, mad, low, high }).toEqual({
      median: 5.5,
      mean: 14.5,
      min: 1,
      mad: 2.5,
      low: 2,
      high: 9,
    });
  });

  it('tells distributions apart, and not noise', () => {
    const a = Array.from({ length: 30 }, (_, k) => 10 + ((k * 7) % 11));
    expect(mannWhitney(a, a)).toBeGreaterThan(0.99);
    expect(
      mannWhitney(
        a,
        a.map((value) => value + 8),
      ),
    ).toBeLessThan(1e-4);
    expect(mannWhitney([1, 1, 1], [1, 1, 1])).toBe(1);
    expect(complementaryError(1)).toBeCloseTo(0.157299207, 6);
  });
});

import { describe, expect, test } from 'vitest';
import { weightedMatching } from '../src/order/weighted-matching.ts';
import { drained } from '../src/slices.ts';
import { random } from './matrices.ts';

/** Costs by rows and columns, Infinity where there is no entry. */
function matched(costs: readonly (readonly number[])[]) {
  const n = costs.length;
  const entries = costs.flatMap((_, j) => costs.map((row, i) => ({ i, j, cost: row[j] as number })));
  const kept = entries.filter(({ cost }) => cost < Infinity);
  const start = Int32Array.from({ length: n + 1 }, (_, j) => kept.filter((entry) => entry.j < j).length);
  const pattern = { n, start, row: Int32Array.from(kept, ({ i }) => i) };
  return drained(
    weightedMatching(
      pattern,
      Float64Array.from(kept, ({ cost }) => cost),
    ),
  );
}

/** The least sum over all permutations, Infinity where each meets a missing entry. */
function leastSum(costs: readonly (readonly number[])[], i = 0, used = 0): number {
  if (i === costs.length) return 0;
  let least = Infinity;
  for (let j = 0; j < costs.length; j++)
    if ((used & (1 << j)) === 0)
      least = Math.min(least, (costs[i]?.[j] as number) + leastSum(costs, i + 1, used | (1 << j)));
  return least;
}

describe('a matching of least cost', () => {
  test('has the least sum of all, and prices that prove it', () => {
    let whole = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const next = random(seed);
      const n = 1 + (seed % 6);
      const costs = Array.from({ length: n }, () =>
        Array.from({ length: n }, () => (next() < 0.2 ? Math.round(20 * Math.abs(next())) / 2 : Infinity)),
      );
      const { rowOf, colOf, size, u, v } = matched(costs);
      const least = leastSum(costs);
      expect(size === n).toBe(least < Infinity);
      expect([...rowOf].filter((i) => i >= 0)).toHaveLength(size);
      if (size < n) continue;
      whole++;
      rowOf.forEach((i, j) => {
        expect(colOf[i]).toBe(j);
        expect((u[i] as number) + (v[j] as number)).toBeCloseTo(costs[i]?.[j] as number, 10);
      });
      costs.forEach((row, i) =>
        row.forEach((cost, j) => expect((u[i] as number) + (v[j] as number)).toBeLessThanOrEqual(cost + 1e-10)),
      );
      expect(rowOf.reduce((sum, i, j) => sum + (costs[i]?.[j] as number), 0)).toBeCloseTo(least, 10);
    }
    expect(whole).toBeGreaterThan(10);
  });
});

import { describe, expect, it } from 'vitest';
import { blocksOf, evenParts, MOST_DEPTH, packedLines, slabsOf } from '../src/kernels/gemm-blocks.ts';

const SIZES = [
  [1, 1, 1, 1],
  [17, 2100, 1, 1],
  [64, 64, 1000, 16],
  [512, 512, 1, 16],
  [1000, 999, 1, 7],
  [20_000, 24, 1, 64],
] as const;

describe('blocks of a dense product', () => {
  it.each(SIZES)('of %i rows and %i columns, %i times, on %i threads begin where tiles and chunks do', (...given) => {
    const [m, n, products, threads] = given;
    const { height, groups } = blocksOf(m, n, products, threads);
    expect(height % 24).toBe(0);
    expect(height).toBeLessThan(m + 24);
    expect(groups).toBeLessThanOrEqual(packedLines(n) / 48);
    const blocks = products * Math.ceil(m / height) * groups;
    // No thread computes more than half as much again as its share, where there are parts enough for all.
    const width = Math.min(n, Math.ceil(packedLines(n) / 48 / groups) * 48);
    const largest = Math.min(height, m) * width * Math.ceil(blocks / threads);
    if (m * n * products > threads * 8000) expect(largest).toBeLessThan((1.5 * m * n * products) / threads);
  });

  it('are one for each product on one thread', () => {
    expect(blocksOf(500, 500, 3, 1)).toEqual({ height: 504, groups: 1 });
  });
});

describe('what is packed at once', () => {
  it.each([
    [{ m: 1024, n: 1024, k: 1000, batch: 1, sharedLeft: true, sharedRight: true }, 1],
    [{ m: 64, n: 64, k: 64, batch: 1000, sharedLeft: false, sharedRight: false }, 1],
    [{ m: 64, n: 64, k: 64, batch: 1000, sharedLeft: true, sharedRight: false }, 16],
    [{ m: 3000, n: 3000, k: 900, batch: 3, sharedLeft: false, sharedRight: true }, 2],
    [{ m: 30, n: 30, k: 1, batch: 7, sharedLeft: true, sharedRight: true }, 1],
  ])('is every step of every product once: %o on %i threads', (sizes, threads) => {
    const slabs = slabsOf(sizes, 8, threads);
    const steps = Array.from({ length: sizes.batch }, () => 0);
    for (const { first, count, from, steps: here } of slabs) {
      for (let q = first; q < first + count; q++) {
        expect(steps[q]).toBe(from);
        steps[q] = from + here;
      }
      const lines =
        packedLines(sizes.m) * (sizes.sharedLeft ? 1 : count) + packedLines(sizes.n) * (sizes.sharedRight ? 1 : count);
      expect(lines * here * 8 <= 2 ** 22 * threads || (count === 1 && here <= MOST_DEPTH)).toBe(true);
    }
    expect(new Set(steps)).toEqual(new Set([sizes.k]));
  });

  it('is cut into even parts', () => {
    expect([1, 384, 385, 1024].map((k) => evenParts(k, MOST_DEPTH))).toEqual([1, 384, 193, 342]);
  });
});

import { describe, expect, test } from 'vitest';
import { coveringRows } from '../src/case/covering.ts';

/** Pairs of values of two axes that no combination of any of `count` cases has. */
function missing(sizes: readonly number[], count: number): readonly string[] {
  const rows = Array.from({ length: count }, (_, index) => coveringRows(sizes, { index, count })).flat();
  const met = new Set(
    rows.flatMap((row) =>
      row.flatMap((value, a) => row.slice(a + 1).map((other, b) => `${a}=${value} ${a + 1 + b}=${other}`)),
    ),
  );
  const wanted = sizes.flatMap((size, a) =>
    sizes
      .slice(a + 1)
      .flatMap((next, b) =>
        Array.from({ length: size * next }, (_, k) => `${a}=${Math.floor(k / next)} ${a + 1 + b}=${k % next}`),
      ),
  );
  return wanted.filter((pair) => !met.has(pair));
}

describe('combinations of axes', () => {
  test.each([
    [[8, 12], 45],
    [[8, 12, 4], 45],
    [[1, 2], 45],
    [[3, 1, 6, 4], 9],
    [[12, 8, 5, 3, 2], 45],
    [[2, 2, 2, 2, 2], 1],
    [[5], 3],
  ])('%j over %i cases hold every pair of values', (sizes, count) => {
    expect(missing(sizes, count)).toEqual([]);
  });

  test('are few', () => {
    expect(coveringRows([8, 12, 4], { index: 7, count: 45 })).toHaveLength(3);
  });

  test('of the first of many cases are fewer than all, and none twice', () => {
    const rows = coveringRows([8, 12], { index: 0, count: 45 });
    expect(rows.length).toBeLessThan(96);
    expect(new Set(rows.map((row) => row.join())).size).toBe(rows.length);
  });

  test('of an axis without values are none', () => expect(coveringRows([0, 3], { index: 0, count: 2 })).toEqual([]));
});

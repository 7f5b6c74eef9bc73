import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import type { FrontKernel } from '@spmv/direct';
import { analyzeGeneral, analyzeLu, analyzeSymmetric, factorLu, nativeFronts } from '@spmv/direct';
import { nativeFunctions } from '@spmv/kernels-native';
import { describe, expect, test } from 'vitest';
import { unless } from '../../../tools/needs.ts';
import { missingNative } from './missing-native.ts';
import { grid, random, saddlePoint, symmetric, wilkinson } from './matrices.ts';

/** So many entries a row in random places, and a diagonal. */
function scattered(n: number, each: number, seed: number): CooMatrix {
  const next = random(seed);
  const index = (): number => Math.floor(((next() + 1) / 2) * n) % n;
  const at = Array.from({ length: n * (each + 1) }, (_, k): readonly [number, number] =>
    k < n ? [k, k] : [index(), index()],
  );
  return cooFromEntries(
    { rows: n, cols: n },
    { rowIndex: at.map(([i]) => i), colIndex: at.map(([, j]) => j), values: at.map((_, k) => (k < n ? 3 : next())) },
  );
}

/** A row and a column of all places, which are put aside, and a band. */
const arrow = symmetric(
  3000,
  Array.from({ length: 3000 }, (_, i) => [
    [i, i, 4000],
    ...(i > 1 ? [[i, i - 1, 1] as const] : []),
    ...(i > 0 ? [[i, 0, 1] as const] : []),
  ]).flat() as (readonly [number, number, number])[],
);

const matrices: Record<string, CooMatrix> = {
  'a grid': grid([31, 33]),
  'a grid in three dimensions': grid([9, 10, 11]),
  'a dense row and column': arrow,
  'a saddle point': saddlePoint(300, 200, 5),
  'much fill, for which lists are brought together': symmetric(
    1500,
    ((s) =>
      [...s.rowIndex].map((i, k) => [Math.max(i, s.colIndex[k] ?? 0), Math.min(i, s.colIndex[k] ?? 0), 1] as const))(
      scattered(1500, 4, 8),
    ),
  ),
  'parts that do not touch': symmetric(
    5,
    [0, 1, 2, 3, 4].map((i) => [i, i, 1] as const),
  ),
  'no rows': symmetric(0, []),
};

describe('compiled analyses', unless(missingNative), () => {
  const native: Partial<FrontKernel> = missingNative ? {} : nativeFronts(nativeFunctions());
  const { graphs } = native;
  const kernels = graphs ? { graphs } : {};
  for (const [name, coo] of Object.entries(matrices))
    test(`find for ${name} what JavaScript finds`, () => {
      for (const triangle of ['full', 'lower', 'upper'] as const)
        expect(analyzeSymmetric(coo, { triangle }, kernels)).toEqual(analyzeSymmetric(coo, { triangle }));
    });

  test.each([
    ['scattered entries', scattered(900, 2, 1)],
    ['more fill than the room that is begun with', scattered(400, 9, 2)],
    ['an arrow', arrow],
    ['no rows', symmetric(0, [])],
  ])('and LU by columns of %s have the same pivots and factors', (_, coo) => {
    const analysis = analyzeLu(coo, kernels);
    expect(analysis).toEqual(analyzeLu(coo));
    const factor = factorLu(analysis, coo, {}, native);
    const expected = factorLu(analysis, coo);
    expect([...factor.rowOrder, factor.exchanges]).toEqual([...expected.rowOrder, expected.exchanges]);
    for (const triangle of ['L', 'U'] as const) {
      const [mine, other] = [factor[triangle], expected[triangle]];
      const count = other.start[other.start.length - 1];
      expect(mine.start.every((at, j) => at === other.start[j])).toBe(true);
      expect(mine.row.subarray(0, count).every((i, k) => i === other.row[k])).toBe(true);
      const apart = mine.values.subarray(0, count).map((value, k) => Math.abs(value - (other.values[k] ?? 0)));
      expect(apart.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(1e-9);
    }
  });

  test('refuse columns whose numbers leave the range, and memory beyond what is given', () => {
    const growing = wilkinson(57, 1e6);
    expect(() => factorLu(analyzeLu(growing), growing, { threshold: 1e-7 }, native)).toThrow(
      expect.objectContaining({ code: 'SOLVER.GROWTH' }),
    );
    const coo = scattered(400, 9, 2);
    const expected = analyzeLu(coo);
    expect(() => factorLu({ ...expected, bytes: 0 }, coo, { maxBytes: 100_000 }, native)).toThrow(
      expect.objectContaining({ code: 'FORMAT.OUT_OF_MEMORY' }),
    );
  });

  test('find fronts where JavaScript finds them', () => {
    const coo = grid([12, 12, 12]);
    const turned = { ...coo, values: coo.values.map((v, k) => (coo.rowIndex[k] < coo.colIndex[k] ? v / 2 : v)) };
    const { fronts } = analyzeGeneral(turned, kernels);
    expect(fronts).toBeDefined();
    expect(fronts).toEqual(analyzeGeneral(turned).fronts);
  });
});

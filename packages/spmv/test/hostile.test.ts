import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { backwardError, factor } from '@spmv/direct';
import type { Matrix } from 'spmv';
import { openMatrix } from 'spmv';
import { describe, expect, it } from 'vitest';

type Entry = readonly [row: number, col: number, value: number];

const N = 60;
const of = (entries: readonly Entry[], n = N): CooMatrix =>
  cooFromEntries(
    { rows: n, cols: n },
    {
      rowIndex: entries.map(([i]) => i),
      colIndex: entries.map(([, j]) => j),
      values: entries.map(([, , value]) => value),
    },
  );
/** The matrix as a user opens it. */
const opened = ({ shape, rowIndex, colIndex, values }: CooMatrix): Promise<Matrix> =>
  openMatrix(
    { shape, triplets: Array.from(values, (value, k): Entry => [rowIndex[k], colIndex[k], value]) },
    { backend: 'serial' },
  );
const STABLE = 10 * 2 ** -53;
const rows = Array.from({ length: N }, (_, i) => i);
const diagonal = (value: (i: number) => number): Entry[] => rows.map((i) => [i, i, value(i)]);
const chain = (below: number, above: number): Entry[] =>
  rows.slice(1).flatMap((i): Entry[] => [
    [i, i - 1, below],
    [i - 1, i, above],
  ]);
/** A·1 of a matrix. */
const sums = ({ shape, rowIndex, values }: CooMatrix): Float64Array => {
  const b = new Float64Array(shape.rows);
  values.forEach((value, k) => (b[rowIndex[k]] += value));
  return b;
};
const scaled = (coo: CooMatrix, size: (k: number) => number): CooMatrix => ({
  ...coo,
  values: coo.values.map((value, k) => value * size(coo.rowIndex[k]) * size(coo.colIndex[k])),
});
const general = of([...diagonal((i) => (i % 3 === 0 ? 0 : 2)), ...chain(-1, 1.5)]);

describe('a matrix that has a solution is solved to a backward error of rounding:', () => {
  it.each([
    ['indefinite', of([...diagonal((i) => (i % 2 === 0 ? 1 : -3)), ...chain(-1, -1)])],
    ['zeros on the diagonal', general],
    ['no diagonal, symmetric', of(chain(1, 1))],
    [
      'one dense row and column',
      of([
        ...diagonal(() => 4),
        ...rows.slice(1).flatMap((i): Entry[] => [
          [0, i, 1],
          [i, 0, -1],
        ]),
      ]),
    ],
    ['entries of 1e300', scaled(general, () => 1e150)],
    ['entries of 1e-300', scaled(general, () => 1e-150)],
    ['rows and columns of sizes 1e-140 to 1e140', scaled(general, (k) => 10 ** (140 * Math.sin(k)))],
    [
      'the same, symmetric',
      scaled(of([...diagonal((i) => (i % 3) - 1), ...chain(1, 1)]), (k) => 10 ** (140 * Math.sin(k))),
    ],
    ['parts that do not touch', of([...diagonal(() => 2), ...chain(1, 1).filter(([i, j]) => Math.max(i, j) % 4 > 0)])],
    ['stored zeros', of([...diagonal(() => 2), ...chain(0, 0)])],
    ['one row', of([[0, 0, -3]], 1)],
    ['no rows', of([], 0)],
  ])('%s', async (_, coo) => {
    const b = sums(coo);
    await using A = await opened(coo);
    const found = await A.solve(b);
    expect([found.reason, found.attempts.length]).toEqual(['converged', 1]);
    const F = await factor(coo);
    for (const x of [found.x, F.solve(b)])
      expect(backwardError(coo, Float64Array.from(x), b).componentwise).toBeLessThanOrEqual(STABLE);
  });
});

describe('a matrix that has none says where and why:', () => {
  const withoutRow = of([...diagonal(() => 2), ...chain(1, 1)].filter(([i]) => i !== 7));
  it.each([
    ['structurally singular', withoutRow, /whatever its numbers are.* 59 can; row 7 /u],
    ['of rank 30', of(diagonal((i) => (i % 2 === 0 ? 1 : 0))), /rank.* 30 of 60/u],
    ['of rank 1', of(rows.flatMap((i) => rows.map((j): Entry => [i, j, (i + 1) * (j + 1)]))), /rank.* 1 of 60/u],
  ])('%s', async (_, coo, words) => {
    await using A = await opened(coo);
    for (const refused of [() => A.solve(sums(coo), { method: 'direct' }), () => A.factor(), () => factor(coo)])
      await expect(refused()).rejects.toMatchObject({
        code: 'SOLVER.SINGULAR',
        message: expect.stringMatching(words),
      });
    // A right-hand side outside of the image: one in it has solutions.
    const b = Float64Array.from(rows, (i) => (i === 7 ? 100 : i % 2));
    const found = await A.solve(b);
    expect(found.reason).not.toBe('converged');
    expect(found.attempts[0]).toMatchObject({ reason: 'left-out', message: expect.stringMatching(words) });
    const solved = await A.solve(sums(coo));
    expect([solved.reason, solved.residual <= solved.tolerance]).toEqual(['converged', true]);
  });

  it('singular by rounding, which LU does not tell from regular', async () => {
    const cycle = of(
      rows.flatMap((i): Entry[] => [
        [i, i, 2],
        [i, (i + 1) % N, -1],
        [(i + 1) % N, i, -1],
      ]),
    );
    await using A = await opened(cycle);
    const inside = await A.solve(rows.map((i) => Math.cos((2 * Math.PI * i) / N)));
    expect(inside.reason).toBe('converged');
    expect(inside.message).toContain('A is so near to singular that no digit of x is certain');
    const outside = await A.solve(rows.map((i) => (i === 7 ? 100 : 1)));
    expect(outside.reason).toBe('least-squares');
  });

  it.each([Number.NaN, Infinity])('%d', async (value) => {
    const coo = of([...diagonal((i) => (i === 9 ? value : 2)), ...chain(1, 1)]);
    await using A = await opened(coo);
    for (const refused of [() => A.solve(rows), () => factor(coo)])
      await expect(refused()).rejects.toMatchObject({
        code: 'SOLVER.NOT_FINITE',
        message: expect.stringContaining('(9, 9)'),
      });
  });

  it.each([
    [1e12, 'solve'],
    [1e13, 'solve'],
    [1e14, 'solve'],
    [1e14, 'direct'],
    [1e14, 'lu'],
  ] as const)(
    'stiff by %d beside 1: what solves it to rounding is an answer of %s, with its digits',
    async (p, method) => {
      const stiff = of(
        [
          [0, 0, p + 1],
          [0, 1, -p],
          [1, 0, -p],
          [1, 1, p + 1],
          [1, 2, -1],
          [2, 1, -1],
          [2, 2, 1],
        ],
        3,
      );
      await using A = await opened(stiff);
      const found = await A.solve([1, 0, 0], method === 'solve' ? {} : { method });
      expect([found.reason, found.attempts.length]).toEqual(['converged', 1]);
      expect(backwardError(stiff, found.x, Float64Array.of(1, 0, 0)).componentwise).toBeLessThan(1e-15);
      for (const value of found.x) expect(Math.abs(value - 1)).toBeLessThan(p * 2 ** -51);
      expect(found.message).toMatch(/about [1-4] digits? of x (is|are) right/u);
    },
  );

  it('without a digit that is certain: x is kept, and is no solution', async () => {
    const flat = of(
      [
        [0, 0, 1],
        [0, 1, 2],
        [1, 0, 1],
        [1, 1, 2 + 2 ** -51],
      ],
      2,
    );
    await using A = await opened(flat);
    const found = await A.solve([1, 5], { method: 'lu' });
    expect([found.converged, found.factors?.backwardError]).toEqual([false, expect.closeTo(0, 14)]);
    expect(Math.abs(found.x[1] ?? 0)).toBeGreaterThan(1e15);
    expect(found.error?.message).toContain('no digit of x is certain');
  });
});

import { complexFromEntries } from '@spmv/core';
import { stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { eigenvalues, hostSystem } from '../../src/index.ts';
import { cooOf, denseOf } from '../dense.ts';
import { symmetricEigen } from '../../src/eigen/symmetric-eigen.ts';

const nearest = (all: readonly number[], near: number, k: number): number[] =>
  all.toSorted((a, b) => Math.abs(a - near) - Math.abs(b - near)).slice(0, k);
const square = stencil5({ n: 9, ny: 9 });
const { values: known } = symmetricEigen(denseOf(square));
/** Elements of length h on a line: −u″ = λu, with mass matrices that are not diagonal. */
const line = (n: number, diagonal: number, beside: number) =>
  cooOf(
    Array.from({ length: n }, (_, i) =>
      Array.from({ length: n }, (__, j) => (i === j ? diagonal : Math.abs(i - j) === 1 ? beside : 0)),
    ),
  );

describe('eigenvalues near a number', () => {
  // 4 is 9 times an eigenvalue of this grid.
  it.each([0, 2.71, 4, 8.5, -100])('%d are found, equal ones as often as they are there', async (near) => {
    const found = await eigenvalues(await hostSystem(square), { near, k: 6 });
    expect([found.reason, found.values.length]).toEqual(['converged', 6]);
    const wanted = nearest(known, near, 6).map((value) => Math.abs(value - near));
    for (const [i, value] of found.values.entries()) expect(Math.abs(value - near)).toBeCloseTo(wanted[i] as number, 8);
    expect(Math.max(...found.residuals)).toBeLessThan(1e-7);
  });

  it('are those of the number itself where it is one, however near the others are', async () => {
    const values = [1, 1.5, 2, 2.000001, 2.00001, 7];
    const near = 2.000001;
    const real = cooOf(values.map((v, i) => values.map((__, j) => (i === j ? v : 0))));
    const entries = { rowIndex: real.rowIndex, colIndex: real.colIndex, values: values.flatMap((v) => [v, 0]) };
    for (const coo of [real, complexFromEntries(real.shape, entries)]) {
      const found = await eigenvalues(await hostSystem(coo), { near, k: 2 });
      expect([found.reason, ...found.values.map((value) => value.toFixed(9))]).toEqual([
        'converged',
        '2.000001000',
        '2.000000000',
      ]);
    }
  });

  it('are counted by the signs of LDLᵀ, from above and below, and not where the next one is as near', async () => {
    const told = async (near: number, k: number): Promise<string> =>
      (await eigenvalues(await hostSystem(square), { near, k })).message;
    expect(await told(0, 6)).toContain('by the signs of LDLᵀ');
    expect(await told(9, 6)).toContain('by the signs of LDLᵀ');
    expect(await told(0, 2)).not.toContain('signs');
    // From one beginning each is found once.
    const values = Array.from({ length: 60 }, (_, i) => 1 + (i % 30) ** 2);
    const found = await eigenvalues(
      await hostSystem(cooOf(values.map((v, i) => values.map((__, j) => (i === j ? v : 0))))),
      { near: 0, k: 4 },
    );
    found.values.forEach((value, i) => expect(value).toBeCloseTo([1, 1, 2, 2][i] as number, 8));
  });

  it('0 are what SM names, of Kx = λMx too', async () => {
    const [system, M] = [await hostSystem(square), line(81, 2, 0.5)];
    for (const asked of [{ k: 4 }, { k: 4, M }]) {
      const [found, wanted] = [
        await eigenvalues(system, { ...asked, which: 'SM' }),
        await eigenvalues(system, { ...asked, near: 0 }),
      ];
      expect(found).toEqual(wanted);
      expect(found.converged).toBe(true);
    }
    const f = await hostSystem({ shape: { rows: 2, cols: 2 }, symmetric: true, apply: () => {} });
    await expect(eigenvalues(f, { which: 'SM' })).rejects.toMatchObject({ code: 'SOLVER.UNFIT' });
  });

  it('of Kx = λMx have vectors of vᵀMv = 1', async () => {
    const n = 50;
    const h = 1 / (n + 1);
    const [K, M] = [line(n, 2 / h, -1 / h), line(n, (4 * h) / 6, h / 6)];
    const found = await eigenvalues(await hostSystem(K), { near: 90, k: 3, M });
    // λ = (6/h²)(1 − cos θ)/(2 + cos θ), θ = jπh.
    const all = Array.from({ length: n }, (_, j) => Math.cos((j + 1) * Math.PI * h)).map(
      (cosine) => ((6 / h ** 2) * (1 - cosine)) / (2 + cosine),
    );
    for (const [i, value] of nearest(all, 90, 3).entries())
      expect((found.values[i] as number) / value).toBeCloseTo(1, 10);
    const mass = denseOf(M);
    for (const [i, v] of found.vectors.entries())
      for (const [j, u] of found.vectors.entries()) {
        const product = mass.reduce(
          (sum, row, a) => sum + (u[a] as number) * row.reduce((s, m, c) => s + m * (v[c] as number), 0),
          0,
        );
        expect(product).toBeCloseTo(i === j ? 1 : 0, 6);
      }
  });

  it.each([1e-200, 1e200])('of a matrix times %d are so many times as large', async (factor) => {
    const values = square.values.map((value) => value * factor);
    const found = await eigenvalues(await hostSystem({ ...square, values }), { near: 0, k: 2 });
    for (const [i, value] of nearest(known, 0, 2).entries())
      expect((found.values[i] as number) / factor).toBeCloseTo(value, 9);
  });

  it('of a singular matrix are found, its zeros among them', async () => {
    // A path without boundary: 0, and 2 − 2cos(jπ/30).
    const path = cooOf(
      Array.from({ length: 30 }, (_, i) =>
        Array.from({ length: 30 }, (__, j) =>
          i === j ? (i === 0 || i === 29 ? 1 : 2) : Math.abs(i - j) === 1 ? -1 : 0,
        ),
      ),
    );
    const found = await eigenvalues(await hostSystem(path), { near: 0, k: 3 });
    expect([found.reason, found.message]).toEqual(['converged', expect.stringContaining('is an eigenvalue')]);
    for (const j of [0, 1, 2]) expect(found.values[j]).toBeCloseTo(2 - 2 * Math.cos((j * Math.PI) / 30), 10);
  });

  it.each([0, 1e-16, 1e-13, 1e-11, -1e-10])('are found next to one of them, %d beside it', async (beside) => {
    const three = line(3, 2, -1);
    const root = 2 - Math.SQRT2;
    const few = await eigenvalues(await hostSystem(three), { near: root + beside, k: 2 });
    expect([few.reason, few.values.length]).toEqual(['converged', 2]);
    for (const [i, value] of [root, 2].entries()) expect(few.values[i]).toBeCloseTo(value, 8);
    const near = (known[7] as number) * (1 + beside);
    const found = await eigenvalues(await hostSystem(square), { near, k: 5 });
    expect(found.reason).toBe('converged');
    const wanted = nearest(known, near, 5).map((value) => Math.abs(value - near));
    for (const [i, value] of found.values.entries()) expect(Math.abs(value - near)).toBeCloseTo(wanted[i] as number, 7);
  });

  it('say what is wrong with M, by its name', async () => {
    const M = cooOf([
      [1, 0],
      [0, 0],
    ]);
    await expect(eigenvalues(await hostSystem(line(2, 2, -1)), { near: 0, k: 1, M })).rejects.toMatchObject({
      code: 'SOLVER.NOT_POSITIVE_DEFINITE',
      message: expect.stringMatching(/^M: /u),
      fix: expect.not.stringContaining('ldlt'),
    });
  });

  it('are refused where there are none, and end by a signal', async () => {
    const system = await hostSystem(square);
    const rejects = async (given: typeof system, options: object, code: string): Promise<void> =>
      expect(eigenvalues(given, options)).rejects.toMatchObject({ code });
    await rejects(
      await hostSystem({ shape: { rows: 2, cols: 2 }, symmetric: true, apply: () => {} }),
      { near: 0 },
      'SOLVER.UNFIT',
    );
    await rejects(system, { near: 0, M: line(9, 1, 0) }, 'SOLVER.UNFIT');
    await rejects(system, { near: 0, M: line(81, -1, 0) }, 'SOLVER.NOT_POSITIVE_DEFINITE');
    await rejects(system, { M: line(81, 1, 0) }, 'PARAM.REJECTED');
    await rejects(system, { near: 0, which: 'LA' }, 'PARAM.REJECTED');
    await rejects(system, { near: Number.NaN }, 'PARAM.OUT_OF_RANGE');
    const found = await eigenvalues(system, { near: 0, signal: AbortSignal.abort() });
    expect([found.reason, found.values]).toEqual(['aborted', []]);
    const none = await eigenvalues(await hostSystem(cooOf([])), { near: 0 });
    expect([none.reason, none.values]).toEqual(['converged', []]);
  });
});

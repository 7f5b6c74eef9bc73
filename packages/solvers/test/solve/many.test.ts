import { randomVector, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { hostSystem, solve, solveMany } from '../../src/index.ts';
import { cooOf } from '../dense.ts';

const poisson = stencil5({ n: 24, ny: 20 });
const n = poisson.shape.rows;
const B = [4, 5, 6].map((seed) => randomVector(n, { seed }));

describe('several right-hand sides', () => {
  it('have the results of one after another, by factors that are made once', async () => {
    const system = await hostSystem(poisson);
    const found = await solveMany(system, B);
    for (const [j, { x, method, converged, factors }] of found.entries()) {
      const own = await solve(system, B[j] ?? []);
      expect([x, method, converged]).toEqual([own.x, 'cholesky', true]);
      expect(factors).toEqual(own.factors);
      // Factors made anew would tell of attempts of their own.
      expect(factors?.before).toBe(found[0]?.factors?.before);
    }
    expect(await solveMany(system, [])).toEqual([]);
  });

  it('of more than a block are each of their own', async () => {
    const system = await hostSystem(poisson);
    const many = Array.from({ length: 11 }, (_, seed) => randomVector(n, { seed }));
    const found = await solveMany(system, many);
    for (const [j, { x, factors, iterations }] of found.entries()) {
      const own = await solve(system, many[j] ?? []);
      expect(Math.max(...x.map((value, i) => Math.abs(value - (own.x[i] as number))))).toBeLessThan(1e-12);
      expect(factors?.backwardError).toBeLessThanOrEqual(10 * 2 ** -53);
      expect(iterations).toBeLessThanOrEqual(1);
    }
  });

  it('share a preconditioner of the host', async () => {
    const system = await hostSystem(poisson);
    let asked = 0;
    const counting = {
      ...system,
      get coo() {
        asked++;
        return poisson;
      },
    };
    const options = { method: 'cg', M: 'ic0', rtol: 1e-10 } as const;
    const found = await solveMany(counting, B, options);
    const together = asked;
    for (const [j, b] of B.entries()) expect(found[j]?.x).toEqual((await solve(counting, b, options)).x);
    expect(together).toBeLessThan(asked - together);
  });

  it('are factored anew where factors do not suit one of them', async () => {
    // Scales of rows lie so far apart that LDLᵀ leaves a backward error of 0.95 of the second.
    const size = 60;
    const scales = Array.from({ length: size }, (_, k) => 10 ** (140 * Math.sin(k)));
    const rows = Array.from({ length: size }, (_, i) =>
      Array.from(
        { length: size },
        (_unused, j) =>
          (i === j ? (i % 3) - 1 : Math.abs(i - j) === 1 ? 1 : 0) * (scales[i] as number) * (scales[j] as number),
      ),
    );
    const system = await hostSystem(cooOf(rows));
    const probe = Array.from({ length: size }, (_, i) => (i % 2 === 0 ? 1 : -1) * (1 + (i % 7) / 7));
    const sums = rows.map((row) => row.reduce((sum, value) => sum + value, 0));
    const found = await solveMany(system, [probe, sums], { method: 'direct' });
    expect(found.map(({ method }) => method)).toEqual(['ldlt', 'lu']);
    for (const { factors } of found) expect(factors?.backwardError).toBeLessThanOrEqual(10 * 2 ** -53);
  });

  it('are all looked at before the first is solved, and have no x0', async () => {
    const system = await hostSystem(poisson);
    const callback = (): never => expect.unreachable();
    await expect(solveMany(system, [...B, [1, 2]], { method: 'cg', callback })).rejects.toMatchObject({
      code: 'OPERAND.LENGTH',
      message: expect.stringContaining('B[3]'),
    });
    await expect(solveMany(system, B, { x0: B[0] ?? [] })).rejects.toMatchObject({ code: 'PARAM.REJECTED' });
  });
});

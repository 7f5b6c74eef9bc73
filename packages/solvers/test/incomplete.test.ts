import { randomVector, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { PreconditionerId } from '../src/index.ts';
import { hostSystem, solve } from '../src/index.ts';
import { cooOf, denseOf } from './dense.ts';

const poisson = stencil5({ n: 24, ny: 20 });
const b = randomVector(poisson.shape.rows, { seed: 4 });

describe('ict', () => {
  // Powers of a Laplacian: positive definite, and where entries are left out pivots are not.
  const once = denseOf(stencil5({ n: 14, ny: 12 }));
  const times = (rows: readonly (readonly number[])[]): number[][] =>
    rows.map((row) => once.map((other) => other.reduce((sum, value, k) => sum + value * (row[k] ?? 0), 0)));
  const cube = times(times(once));
  const right = randomVector(cube.length, { seed: 3 });

  it.each([
    ['ic0 has no pivot', cube],
    ['what is added to the diagonal alone gives it pivots', times(times(cube))],
  ])('leads cg where %s', async (_, rows) => {
    await expect(solve(await hostSystem(cooOf(rows)), right, { method: 'cg', M: 'ic0' })).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
    });
    const found = await solve(await hostSystem(cooOf(rows)), right, { method: 'cg', M: 'ict', rtol: 1e-6 });
    expect(found.reason).toBe('converged');
  });

  it('refuses a diagonal of both signs, and ends by a signal', async () => {
    const both = cooOf([
      [2, 1],
      [1, -2],
    ]);
    await expect(solve(await hostSystem(both), [1, 2], { method: 'minres', M: 'ict' })).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
      details: { row: 1, pivot: -2 },
    });
    for (const M of ['ic0', 'ict', 'ilu0'] as const)
      expect((await solve(await hostSystem(poisson), b, { method: 'cg', M, signal: AbortSignal.abort() })).reason).toBe(
        'aborted',
      );
  });
});

describe('ilut', () => {
  // Zeros on the diagonal, rows of sizes 1 to 1e40, and columns of 1 to 1e-20.
  const size = 40;
  const hard = cooOf(
    Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, j) => {
        const value = (j - i + size) % size === 1 ? 4 : Math.abs(i - j) % 7 === 1 ? Math.cos(i + 3 * j) : 0;
        return value * 10 ** (i - j / 2);
      }),
    ),
  );
  const one = Float64Array.from(denseOf(hard), (row) => row.reduce((sum, value) => sum + value, 0));

  it.each(['bicgstab', 'gmres'] as const)('leads %s where ilu0 has no pivot', async (method) => {
    const found = await solve(await hostSystem(hard), one, { method, M: 'ilut', rtol: 1e-12 });
    expect(found.reason).toBe('converged');
    // Without fill that is dropped the factors are those of A.
    expect(found.iterations).toBeLessThan(12);
    await expect(solve(await hostSystem(hard), one, { method, M: 'ilu0' })).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
    });
  });

  it('takes fewer iterations than ilu0', async () => {
    const iterations = async (M: PreconditionerId): Promise<number> =>
      (await solve(await hostSystem(poisson), b, { method: 'bicgstab', M, rtol: 1e-10 })).iterations;
    expect(await iterations('ilut')).toBeLessThan((await iterations('ilu0')) / 2);
  });

  it('refuses a matrix that no values make regular', async () => {
    const coo = cooOf([
      [0, 1, 0],
      [0, 2, 0],
      [1, 0, 2],
    ]);
    await expect(solve(await hostSystem(coo), [1, 2, 4], { method: 'gmres', M: 'ilut' })).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
      details: { rank: 2, rows: 3 },
    });
  });
});

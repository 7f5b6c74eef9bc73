import { createHierarchy } from '@spmv/multigrid';
import {
  convection,
  elasticity,
  graphLaplacian,
  jumps,
  randomVector,
  stencil5,
  stencil7,
  stretched,
} from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { needsFull } from '../../../tools/needs.ts';
import { hostSystem, solve } from '../src/index.ts';
import { solveOne } from '../src/solve/solve-one.ts';
import { places } from './places.ts';

describe.each(places)('on $name', ({ open }) => {
  it('a cycle leads cg to a solution in twelve iterations', async () => {
    const A = stencil5({ n: 40, ny: 36 });
    const { system, close } = await open(A);
    const found = await solve(system, randomVector(1440, { seed: 4 }), { method: 'cg', M: 'multigrid', rtol: 1e-8 });
    expect([found.reason, found.preconditioner]).toEqual(['converged', 'multigrid']);
    expect(found.iterations).toBeLessThanOrEqual(12);
    expect([found.levels?.rows[0], found.levels?.cycles.length]).toEqual([1440, found.iterations]);
    await close();
  });
});

describe('iterations to 1e-8 are at most twelve', () => {
  it.each([
    ['5 points, 64²', stencil5({ n: 64 })],
    ['7 points, 12³', stencil7({ n: 12 })],
    ['jumps of 10⁶', jumps(48)],
    ['stretched cells', stretched(48)],
  ] as const)('%s', async (_, A) => {
    const b = randomVector(A.shape.rows, { seed: 2 });
    const found = await solve(await hostSystem(A), b, { method: 'cg', M: 'multigrid', rtol: 1e-8 });
    expect(found.reason).toBe('converged');
    expect(found.iterations).toBeLessThanOrEqual(12);
  });

  describe('and on up to a million points', needsFull(), () => {
    it.each([
      ['256²', () => stencil5({ n: 256 })],
      ['1024²', () => stencil5({ n: 1024 })],
      ['40³', () => stencil7({ n: 40 })],
      ['100³', () => stencil7({ n: 100 })],
    ] as const)('%s', { timeout: 600_000 }, async (_, make) => {
      const A = make();
      const found = await solve(await hostSystem(A), new Float64Array(A.shape.rows).fill(1), {
        method: 'cg',
        M: 'multigrid',
        rtol: 1e-8,
      });
      expect(found.reason).toBe('converged');
      expect(found.iterations).toBeLessThanOrEqual(12);
    });
  });

  it('bicgstab and gmres solve convection in as few', async () => {
    const A = convection(48);
    const b = randomVector(A.shape.rows, { seed: 2 });
    const system = await hostSystem(A);
    const [bicgstab, gmres] = [
      await solve(system, b, { method: 'bicgstab', M: 'multigrid', rtol: 1e-8 }),
      await solve(system, b, { method: 'gmres', M: 'multigrid', rtol: 1e-8 }),
    ];
    expect([bicgstab.reason, gmres.reason]).toEqual(['converged', 'converged']);
    expect(Math.max(bicgstab.iterations, gmres.iterations / 2)).toBeLessThanOrEqual(12);
  });

  it('the Laplacian of a graph, which is singular', async () => {
    const A = graphLaplacian(3000);
    const b = Float64Array.from(randomVector(3000, { seed: 2 }));
    const mean = b.reduce((sum, value) => sum + value, 0) / b.length;
    const found = await solve(
      await hostSystem(A),
      b.map((value) => value - mean),
      { method: 'cg', M: 'multigrid', rtol: 1e-8 },
    );
    expect(found.reason).toBe('converged');
    expect(found.iterations).toBeLessThanOrEqual(12);
  });

  it('elasticity, with its rigid motions: without the rotation it takes more', async () => {
    const { A, nearNull } = elasticity(32);
    const b = randomVector(A.shape.rows, { seed: 2 });
    const system = await hostSystem(A);
    const by = async (motions: number): Promise<number> => {
      const M = createHierarchy(A, { nearNull: nearNull.slice(0, motions), blockSize: 2, coarsestRows: 100 });
      const found = await solve(system, b, { method: 'cg', M, rtol: 1e-8 });
      expect([found.reason, found.preconditioner]).toEqual(['converged', 'multigrid']);
      return found.iterations;
    };
    const [all, without] = [await by(3), await by(2)];
    expect(all).toBeLessThanOrEqual(10);
    expect(without).toBeGreaterThan(all);
  });

  it('a negative matrix takes as many as its opposite', async () => {
    const A = stencil5({ n: 30, ny: 30 });
    const b = randomVector(900, { seed: 2 });
    const iterations = async (values: Float64Array): Promise<number> => {
      const found = await solve(await hostSystem({ ...A, values }), b, { method: 'cg', M: 'multigrid', rtol: 1e-8 });
      expect(found.reason).toBe('converged');
      return found.iterations;
    };
    expect(await iterations(A.values.map((value) => -value))).toBe(await iterations(A.values));
  });

  it('of numbers that are far from 1', async () => {
    const A = stencil5({ n: 30, ny: 30 });
    const tiny = { ...A, values: A.values.map((value) => value * 1e-200) };
    const b = randomVector(900, { seed: 2 });
    for (const M of ['multigrid', createHierarchy(tiny)] as const) {
      const found = await solve(await hostSystem(tiny), b, { method: 'cg', M, rtol: 1e-8 });
      expect(found.reason).toBe('converged');
      expect(found.iterations).toBeLessThanOrEqual(12);
    }
  });
});

describe('what is not of the kind', () => {
  const A = stencil5({ n: 60, ny: 60 });
  const b = Float64Array.from(randomVector(3600, { seed: 3 }));

  it('ends within ten iterations on probation', async () => {
    const M = {
      shape: A.shape,
      apply: (r: ArrayLike<number>, z: { [i: number]: number; length: number }): void => {
        for (let i = 0; i < z.length; i++) z[i] = ((i * 7919) % 1000) ** 2 * (r[i] as number) + (r[i] as number);
      },
    };
    const { result } = await solveOne(await hostSystem(A), b, { method: 'cg', M, rtol: 1e-8, probation: 10 });
    expect([result.reason, result.iterations]).toEqual(['stagnation', 10]);
  });

  it('is refused where the diagonal has two signs, and for a hierarchy of another size', async () => {
    const { rowIndex, colIndex } = A;
    const values = A.values.map((value, k) => (rowIndex[k] === 7 && colIndex[k] === 7 ? -value : value));
    await expect(solve(await hostSystem({ ...A, values }), b, { M: 'multigrid' })).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
      details: { row: 7 },
    });
    const M = createHierarchy(stencil5({ n: 10, ny: 10 }));
    await expect(solve(await hostSystem(A), b, { M })).rejects.toMatchObject({ code: 'SOLVER.PRECONDITIONER' });
  });
});

describe('the automatic choice', () => {
  it('makes levels when iterations took as long, and goes on from where they ended', async () => {
    const A = stretched(102);
    const b = randomVector(A.shape.rows, { seed: 3 });
    const found = await solve(await hostSystem(A), b, { rtol: 1e-8, maxiter: 5000 });
    expect(found.attempts.map(({ method, preconditioner, reason }) => [method, preconditioner, reason])).toEqual([
      ['cg', 'jacobi', 'limit'],
      ['cg', 'multigrid', 'converged'],
    ]);
    expect(found.attempts[0]?.iterations).toBe(250);
    expect(found.attempts[1]?.iterations).toBeLessThanOrEqual(12);
  });

  it('makes none where iterations are few', async () => {
    const found = await solve(await hostSystem(stencil5({ n: 101, ny: 100 })), randomVector(10_100, { seed: 3 }), {
      rtol: 1e-4,
      maxiter: 5000,
    });
    expect([found.reason, found.attempts.length]).toEqual(['converged', 1]);
  });
});

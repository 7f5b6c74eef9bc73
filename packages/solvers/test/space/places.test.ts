import { randomVector, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { solve } from '../../src/index.ts';
import { cooOf, denseOf, difference, eliminate } from '../dense.ts';
import { places } from '../places.ts';

const poisson = stencil5({ n: 12, ny: 9 });
const b = randomVector(poisson.shape.rows, { seed: 5 });
const expected = eliminate(denseOf(poisson), b);
const tall = cooOf(Array.from({ length: 20 }, (_, i) => [...randomVector(6, { seed: i + 1 })]));

describe.each(places)('on $name', ({ open }) => {
  it.each([
    ['cg', 'none'],
    ['cg', 'jacobi'],
    ['bicgstab', 'none'],
    ['bicgstab', 'jacobi'],
    ['gmres', 'none'],
    ['gmres', 'jacobi'],
    ['minres', 'none'],
    ['minres', 'jacobi'],
    ['lsqr', 'none'],
  ] as const)('%s with %s finds what elimination finds, looked at each time and seldom', async (method, M) => {
    const { system, close } = await open(poisson);
    for (const checkEvery of [1, 6]) {
      const found = await solve(system, b, { method, M, rtol: 1e-12, checkEvery });
      expect(found.reason).toBe('converged');
      expect(difference(found.x, expected)).toBeLessThan(1e-9);
    }
    await close();
  });

  it('solves least squares', async () => {
    const { system, close } = await open(tall);
    const found = await solve(system, randomVector(20, { seed: 77 }), { rtol: 1e-10 });
    expect([found.method, found.reason, found.leastSquares]).toEqual(['lsqr', 'converged', true]);
    await close();
  });

  it('calls a preconditioner of the host', async () => {
    const { system, close } = await open(poisson);
    let calls = 0;
    const M = (x: ArrayLike<number>, y: Float64Array | Float32Array): void => {
      calls++;
      for (let i = 0; i < y.length; i++) y[i] = (x[i] as number) / 4;
    };
    const found = await solve(system, b, { method: 'cg', M: { shape: poisson.shape, apply: M }, rtol: 1e-10 });
    expect([found.reason, found.preconditioner, calls > found.iterations]).toEqual(['converged', 'an operator', true]);
    await close();
  });
});

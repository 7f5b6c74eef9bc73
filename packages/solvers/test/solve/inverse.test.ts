import type { LinearOperator, Operator, SpmvArguments, ValueArray } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix, randomVector } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { deviceSystem, hostSystem, inverse, powerIteration, solve, solverPlugins } from '../../src/index.ts';

const coo = generateMatrix('stencil5', { n: 8 });
const n = coo.shape.rows;
const b = randomVector(n, { seed: 4 }) as Float64Array;
const closely = { method: 'cg', rtol: 1e-12 } as const;

/** The largest difference of two vectors. */
const apart = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
  Math.max(...Array.from(x, (value, i) => Math.abs(value - (y[i] as number))));

it('is x ← αA⁻¹b + βx', async () => {
  const system = await hostSystem(coo);
  const solved = inverse(system, closely);
  const { x } = await solve(system, b, closely);
  const y = new Float64Array(n).fill(Number.NaN);
  await solved.apply(b, y);
  expect([...y]).toEqual([...x]);
  await solved.apply(b, y, 2, -1);
  expect(apart(y, x)).toBeLessThan(1e-14);
  await solved.apply(
    b.map(() => Number.NaN),
    y,
    0,
    3,
  );
  expect(
    apart(
      y,
      x.map((value) => 3 * value),
    ),
  ).toBeLessThan(1e-13);
});

it('is a preconditioner on the host and on a backend, and a matrix', async () => {
  const system = await hostSystem(coo);
  const M = inverse(system, { method: 'cg', M: 'jacobi', rtol: 1e-9 });
  const registry = createRegistry([serial, formats, ...solverPlugins]);
  const backend = await openBackend(registry, 'serial');
  const device = await deviceSystem({ backend, registry, coo });
  for (const one of [system, device]) {
    const found = await solve(one, b, { method: 'cg', M, rtol: 1e-10 });
    expect([found.converged, found.preconditioner]).toEqual([true, 'an operator']);
    expect(found.iterations).toBeLessThanOrEqual(3);
  }
  const { value } = await powerIteration(await hostSystem(inverse(system, closely)), { tol: 1e-8 });
  // The least eigenvalue of the five-point stencil.
  expect(1 / value).toBeCloseTo(8 * Math.sin(Math.PI / 18) ** 2, 6);
  await device.dispose();
  await backend.dispose();
});

it('tells what did not converge, and writes nothing', async () => {
  const system = await hostSystem(coo);
  const few = inverse(system, { method: 'cg', rtol: 1e-12, maxiter: 1 });
  const x = new Float64Array(n).fill(7);
  await expect(few.apply(b, x)).rejects.toMatchObject({ code: 'SOLVER.NOT_CONVERGED' });
  expect(x).toEqual(new Float64Array(n).fill(7));
  await expect(solve(system, b, { method: 'gmres', M: few })).rejects.toMatchObject({ code: 'SOLVER.NOT_CONVERGED' });
});

it('has a shape, which has to fit', async () => {
  const M: LinearOperator<ValueArray> = { shape: { rows: 2, cols: 3 }, apply: () => {} };
  await expect(solve(await hostSystem(coo), b, { method: 'gmres', M })).rejects.toMatchObject({
    code: 'SOLVER.PRECONDITIONER',
    message: 'M is 2 × 3, and the matrix 64 × 64.',
  });
  // An operator of SpMV is one over vectors of its backend.
  const same = (operator: Operator<SpmvArguments>): LinearOperator => operator;
  expect(same({ shape: M.shape } as never).shape).toBe(M.shape);
});

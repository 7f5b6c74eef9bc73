import { spmvReference } from '@spmv/core/oracle';
import { randomVector, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { MethodId } from '../../src/index.ts';
import { hostSystem, solve } from '../../src/index.ts';
import { cooOf, denseOf, difference, eliminate, normalEquations } from '../dense.ts';

const poisson = stencil5({ n: 12, ny: 9 });
const n = poisson.shape.rows;
const b = randomVector(n, { seed: 5 });
const SQUARE = ['cg', 'bicgstab', 'gmres', 'minres', 'lsqr'] as const;

/** Convection and diffusion on a line: not symmetric, and well conditioned. */
const convection = cooOf(
  Array.from({ length: 60 }, (_, i) =>
    Array.from({ length: 60 }, (_unused, j) => (i === j ? 3 : j === i - 1 ? -1.9 : j === i + 1 ? -0.4 : 0)),
  ),
);
/** Symmetric, with eigenvalues of both signs. */
const indefinite = cooOf(
  Array.from({ length: 40 }, (_, i) =>
    Array.from({ length: 40 }, (_unused, j) => (i === j ? (i % 3 === 0 ? -4 : 5) : Math.abs(i - j) === 1 ? 1 : 0)),
  ),
);

describe.each(SQUARE)('%s', (method) => {
  it('finds what elimination finds', async () => {
    const found = await solve(await hostSystem(poisson), b, { method, rtol: 1e-12 });
    expect([found.reason, found.method]).toEqual(['converged', method]);
    expect(difference(found.x, eliminate(denseOf(poisson), b))).toBeLessThan(1e-9);
    expect(found.residual).toBeLessThanOrEqual(found.tolerance);
  });

  it('gives the residual of the x that it gives', async () => {
    const { x, residual } = await solve(await hostSystem(poisson), b, { method, rtol: 1e-6 });
    const { high } = spmvReference({ coo: poisson, x, y: b, alpha: -1, beta: 1 }, 'f64');
    expect(residual).toBeCloseTo(Math.hypot(...high), 10);
  });

  it('begins from x0, and needs no iteration where that is the solution', async () => {
    const system = await hostSystem(poisson);
    const { x } = await solve(system, b, { method, rtol: 1e-12 });
    const again = await solve(system, b, { method, rtol: 1e-8, x0: x });
    expect([again.iterations, again.reason]).toEqual([0, 'converged']);
    const near = await solve(system, b, { method, rtol: 1e-12, x0: x.map((value) => value + 1e-6) });
    expect(near.reason).toBe('converged');
    expect(difference(near.x, x)).toBeLessThan(1e-9);
  });

  it('finds the same however seldom it is looked at', async () => {
    const each = await solve(await hostSystem(poisson), b, { method, rtol: 1e-11 });
    const seldom = await solve(await hostSystem(poisson), b, { method, rtol: 1e-11, checkEvery: 7 });
    expect(seldom.reason).toBe('converged');
    expect(difference(seldom.x, each.x)).toBeLessThan(1e-9);
    expect(seldom.iterations).toBeLessThan(each.iterations + 8);
  });

  it('goes on after an exact solution without leaving it', async () => {
    const identity = cooOf([
      [2, 0, 0],
      [0, 2, 0],
      [0, 0, 2],
    ]);
    const found = await solve(await hostSystem(identity), [2, -4, 6], { method, checkEvery: 50, rtol: 1e-14 });
    expect(found.reason).toBe('converged');
    expect(difference(found.x, [1, -2, 3])).toBeLessThan(1e-14);
  });

  it('says that the limit was reached', async () => {
    const found = await solve(await hostSystem(poisson), b, { method, rtol: 1e-12, maxiter: 3 });
    expect([found.reason, found.iterations, found.converged]).toEqual(['limit', 3, false]);
    expect(found.error).toMatchObject({ code: 'SOLVER.NOT_CONVERGED' });
    const none = await solve(await hostSystem(poisson), b, { method, maxiter: 0 });
    expect([none.reason, none.iterations, [...none.x].every((value) => value === 0)]).toEqual(['limit', 0, true]);
  });

  it.each([1e-200, 1e200])('solves for b of the size %s, whose squares no number holds', async (size) => {
    const found = await solve(
      await hostSystem(poisson),
      b.map((value) => value * size),
      { method, rtol: 1e-10 },
    );
    expect(found.reason).toBe('converged');
    expect(
      difference(
        found.x,
        eliminate(denseOf(poisson), b).map((value) => value * size),
      ),
    ).toBeLessThan(1e-8);
  });

  it('gives zeros for b = 0, from any x0', async () => {
    const found = await solve(await hostSystem(poisson), new Float64Array(n), { method, x0: b });
    expect([found.reason, found.iterations, Math.hypot(...found.x)]).toEqual(['converged', 0, 0]);
  });
});

it.each(['bicgstab', 'gmres', 'lsqr'] as const)('%s solves what is not symmetric', async (method) => {
  const rhs = randomVector(60, { seed: 2 });
  const found = await solve(await hostSystem(convection), rhs, { method, rtol: 1e-12 });
  expect(found.reason).toBe('converged');
  expect(difference(found.x, eliminate(denseOf(convection), rhs))).toBeLessThan(1e-9);
});

it.each(['minres', 'gmres', 'lsqr'] as const)('%s solves what is indefinite', async (method) => {
  const rhs = randomVector(40, { seed: 3 });
  const found = await solve(await hostSystem(indefinite), rhs, { method, rtol: 1e-12 });
  expect(found.reason).toBe('converged');
  expect(difference(found.x, eliminate(denseOf(indefinite), rhs))).toBeLessThan(1e-9);
});

it.each([
  [17, 6],
  [6, 17],
])('lsqr solves least squares of %d × %d, the smallest solution where there are many', async (rows, cols) => {
  const A = Array.from({ length: rows }, (_, i) => [...randomVector(cols, { seed: i + 1 })]);
  const rhs = randomVector(rows, { seed: 99 });
  const found = await solve(await hostSystem(cooOf(A)), rhs, { rtol: 1e-12 });
  expect([found.method, found.reason, found.leastSquares]).toEqual(['lsqr', 'converged', rows > cols]);
  if (rows > cols) {
    const { AtA, Atb } = normalEquations(A, rhs);
    expect(difference(found.x, eliminate(AtA, Atb))).toBeLessThan(1e-9);
    return;
  }
  // The smallest is Aᵀz with AAᵀz = b.
  const transposed = Array.from({ length: cols }, (_, j) => A.map((row) => row[j] as number));
  const z = eliminate(normalEquations(transposed, new Float64Array(cols)).AtA, rhs);
  expect(
    difference(
      found.x,
      transposed.map((row) => row.reduce((sum, value, i) => sum + value * (z[i] as number), 0)),
    ),
  ).toBeLessThan(1e-9);
});

it.each(['cg', 'minres', 'bicgstab', 'gmres'] as const satisfies readonly MethodId[])(
  '%s with jacobi needs fewer iterations where the diagonal differs',
  async (method) => {
    const factors = Float64Array.from({ length: n }, (_, i) => 10 ** ((i % 7) / 2));
    const { rowIndex, colIndex } = poisson;
    const values = poisson.values.map(
      (value, k) => value * (factors[rowIndex[k] as number] as number) * (factors[colIndex[k] as number] as number),
    );
    const coo = { ...poisson, values };
    const options = { method, rtol: 1e-10, ...(method === 'gmres' ? { restart: 200 } : {}) };
    const plain = await solve(await hostSystem(coo), b, { ...options, M: 'none' });
    const better = await solve(await hostSystem(coo), b, { ...options, M: 'jacobi' });
    expect([better.reason, better.preconditioner]).toEqual(['converged', 'jacobi']);
    expect(better.iterations).toBeLessThan(plain.iterations / 2);
    expect(difference(better.x, eliminate(denseOf(coo), b))).toBeLessThan(1e-6);
  },
);

import { SpmvError } from '@spmv/core';
import { stencil5 } from '@spmv/testkit';
import { expect, it } from 'vitest';
import type { MethodId } from '../../src/index.ts';
import { hostSystem, refine, solve } from '../../src/index.ts';
import { cooOf } from '../dense.ts';
import { places } from '../places.ts';

const grid = stencil5({ n: 20, ny: 20 });
const ones = new Float64Array(400).fill(1);
const METHODS: readonly MethodId[] = ['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'];

it.each(METHODS)(
  '%s says that rounding forbids what was asked for, and what it allows can be reached',
  async (method) => {
    const system = await hostSystem(grid);
    const found = await solve(system, ones, { method, rtol: 1e-20 });
    expect([found.converged, found.reason]).toEqual([false, 'rounding']);
    expect(found.relativeResidual).toBeLessThan(1e-13);
    expect(found.message).toContain('what rounding allows');
    expect(found.error).toBeInstanceOf(SpmvError);
    expect(found.error).toMatchObject({
      code: 'SOLVER.NOT_CONVERGED',
      fix: `Give rtol: ${found.reachable} or more.`,
      details: { reason: 'rounding', instead: [] },
    });
    const again = await solve(system, ones, { method, rtol: found.reachable ?? 0 });
    expect([again.converged, again.reachable]).toEqual([true, undefined]);
  },
);

it.each(places.slice(1))('in f32 on $name the tolerance is one of f32, and f64 is what helps', async ({ open }) => {
  const { system, close } = await open(grid, 'f32');
  const found = await solve(system, ones, { method: 'cg', rtol: 1e-12 });
  expect([found.reason, found.error?.fix]).toEqual(['rounding', expect.stringContaining('compute in f64')]);
  expect(found.reachable).toBeGreaterThan(1e-9);
  expect((await solve(system, ones, { method: 'cg', rtol: found.reachable ?? 0 })).converged).toBe(true);
  await close();
});

it('holds for a matrix that is a function, and for refinement', async () => {
  const shape = { rows: 30, cols: 30 };
  const third = (x: ArrayLike<number>, y: Float64Array | Float32Array): void => {
    for (let i = 0; i < 30; i++) y[i] = (x[i] as number) * (1 / 3 + i) + (x[29 - i] as number) / 7;
  };
  const free = await hostSystem({ shape, symmetric: true, apply: third });
  const b = Float64Array.from({ length: 30 }, (_, i) => Math.sqrt(i + 1));
  expect((await solve(free, b, { method: 'gmres', rtol: 1e-30 })).reason).toBe('rounding');
  const refined = await refine(await hostSystem(grid), await hostSystem(grid), ones, { method: 'cg', rtol: 1e-20 });
  expect([refined.reason, refined.error?.code]).toEqual(['rounding', 'SOLVER.NOT_CONVERGED']);
  expect(refined.reachable).toBeLessThan(1e-13);
});

it('at a limit says what rounding will allow, where less was asked for, and else nothing of it', async () => {
  const system = await hostSystem(grid);
  const far = await solve(system, ones, { method: 'cg', rtol: 1e-20, maxiter: 5 });
  expect([far.reason, far.error?.fix]).toEqual([
    'limit',
    expect.stringMatching(/^Give rtol: \S+ or more.*larger maxiter/u),
  ]);
  expect((await solve(system, ones, { method: 'cg', rtol: far.reachable ?? 0 })).converged).toBe(true);
  const near = await solve(system, ones, { method: 'cg', rtol: 1e-8, maxiter: 5 });
  expect([near.reason, near.reachable]).toEqual(['limit', undefined]);
});

it.each([
  ['lsqr', 1e-14],
  ['gmres', 1e-5],
] as const)(
  'of x itself is named where nothing else is the reason, and what is advised works: %s',
  async (method, rtol) => {
    const steep = [
      [1e12, 5e11],
      [1, 1],
    ];
    const options = { method };
    const found = await solve(await hostSystem(cooOf(steep)), [0, 1], { ...options, rtol });
    expect([found.converged, found.relativeResidual < rtol]).toEqual([false, true]);
    expect(found.message).toMatch(/, but rounding of x may change \S+ of b/u);
    const [, least] = /^Give rtol: (\S+) or more/u.exec(found.error?.fix ?? '') ?? [];
    const again = await solve(await hostSystem(cooOf(steep)), [0, 1], { ...options, rtol: Number(least) });
    expect(again.converged).toBe(true);
    // Factors solve it to rounding of each entry.
    expect((await solve(await hostSystem(cooOf(steep)), [0, 1])).converged).toBe(true);
    const scaled = steep.map((row) => row.map((value) => value / (row[0] as number)));
    expect((await solve(await hostSystem(cooOf(scaled)), [0, 1], { ...options, rtol })).converged).toBe(true);
  },
);

it('is not blamed for a system without a solution, however large x became', async () => {
  const zeroRow = cooOf([
    [2, 0, 0],
    [0, 0, 0],
    [0, 0, 3],
  ]);
  for (const method of ['cg', 'minres', 'bicgstab', 'gmres'] as const) {
    const found = await solve(await hostSystem(zeroRow), [4, 1, 9], { method, M: 'none', rtol: 1e-20 });
    expect(['breakdown', 'stagnation']).toContain(found.reason);
  }
});

it('least squares name what ‖Aᵀr‖ can be', async () => {
  const tall = cooOf(Array.from({ length: 40 }, (_, i) => [1, i / 7, (i / 7) ** 2]));
  const b = Float64Array.from({ length: 40 }, (_, i) => Math.sin(i));
  const found = await solve(await hostSystem(tall), b, { method: 'lsqr', rtol: 1e-20 });
  expect([found.converged, found.reason]).toEqual([false, 'rounding']);
  const again = await solve(await hostSystem(tall), b, { method: 'lsqr', rtol: found.reachable ?? 0 });
  expect([again.converged, again.leastSquares]).toEqual([true, true]);
});

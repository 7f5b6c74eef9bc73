import { expect, expectTypeOf, it } from 'vitest';
import type { SolveResult } from 'spmv';
import { openMatrix } from 'spmv';
import { poisson } from 'spmv/build';

/** −u″ on a line of n points. */
function line(n: number, diagonal = 2) {
  const triplets: [number, number, number][] = [];
  for (let i = 0; i < n; i++) {
    if (i > 0) triplets.push([i, i - 1, -1]);
    triplets.push([i, i, diagonal]);
    if (i < n - 1) triplets.push([i, i + 1, -1]);
  }
  return { shape: { rows: n, cols: n }, triplets };
}
/** The solution of −u″ = 1 with u = 0 at both ends. */
const parabola = (n: number): number[] => Array.from({ length: n }, (_, i) => ((i + 1) * (n - i)) / 2);

it.each(['serial', 'threads'] as const)('solves on %s what its products are computed on', async (backend) => {
  await using A = await openMatrix(line(50), { backend });
  const found = await A.solve(new Float64Array(50).fill(1), { rtol: 1e-12, method: 'cg' });
  expectTypeOf(found).toEqualTypeOf<SolveResult<Float64Array>>();
  expect([found.converged, found.method, found.preconditioner]).toEqual([true, 'cg', 'jacobi']);
  expect(found.place).toContain(backend);
  for (const [i, value] of parabola(50).entries()) expect(found.x[i]).toBeCloseTo(value, 8);
});

it('solves in f32 as far as f32 goes', async () => {
  await using A = await openMatrix(line(20), { backend: 'serial', precision: 'f32' });
  const found = await A.solve(
    Float32Array.from({ length: 20 }, (_, i) => Math.sin(i + 1)),
    { rtol: 1e-5 },
  );
  expectTypeOf(found.x).toEqualTypeOf<Float32Array>();
  expect([found.converged, found.x instanceof Float32Array]).toEqual([true, true]);
  const further = await A.solve(
    Float32Array.from({ length: 20 }, (_, i) => Math.sin(i + 1)),
    { rtol: 1e-12 },
  );
  expect([further.converged, further.error?.fix]).toEqual([false, expect.stringContaining('f64')]);
});

it.each([
  ['minres', line(20, 0), { rows: 20 }],
  ['bicgstab', { ...line(20), triplets: [...line(20).triplets, [0, 5, 0.5] as const] }, { rows: 20 }],
  ['lsqr', { shape: { rows: 3, cols: 2 }, dense: [1, 0, 0, 1, 1, 1] }, { rows: 3 }],
])('chooses %s by the matrix, and says why', async (method, source, { rows }) => {
  await using A = await openMatrix(source, { backend: 'serial' });
  const b = new Float64Array(rows).fill(1);
  // Whoever says how many iterations there may be asks for iterations.
  const found = await A.solve(b, { rtol: 1e-8, maxiter: 1000 });
  expect([found.converged, found.method]).toEqual([true, method]);
  expect(found.chosen.join()).toContain(method);
});

it('solves for several right-hand sides', async () => {
  await using A = await openMatrix(line(50), { backend: 'serial' });
  const found = await A.solve([new Float64Array(50).fill(1), Array.from({ length: 50 }, () => 2)]);
  expectTypeOf(found).toEqualTypeOf<SolveResult<Float64Array>[]>();
  for (const [j, { x, converged }] of found.entries()) {
    expect(converged).toBe(true);
    for (const [i, value] of parabola(50).entries()) expect(x[i]).toBeCloseTo((j + 1) * value, 8);
  }
  await expect(A.solve([[1], new Float64Array(50)])).rejects.toMatchObject({ code: 'OPERAND.LENGTH' });
});

it('factors once, and solves at once, with other values, too, and with Aᵀ', async () => {
  await using A = await openMatrix({ shape: { rows: 2, cols: 2 }, dense: [1, 2, 0, 4] }, { backend: 'serial' });
  expect((await A.solve([5, 8])).method).toBe('lu');
  const F = await A.factor();
  expect([...F.solve([5, 8])]).toEqual([1, 2]);
  expect([...(await A.T.factor()).solve([1, 10])]).toEqual([1, 2]);
  F.update([1, 4, 8]);
  expect([...F.solve([9, 16])]).toEqual([1, 2]);
  await A.dispose();
  await expect(A.factor()).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
});

it('refuses a method that does not fit, and solves again afterwards', async () => {
  await using A = await openMatrix({ shape: { rows: 2, cols: 2 }, dense: [1, 2, 0, 1] }, { backend: 'serial' });
  await expect(A.solve([1, 1], { method: 'cg' })).rejects.toMatchObject({ code: 'SOLVER.UNFIT' });
  expect((await A.solve([3, 1])).x[0]).toBeCloseTo(1, 4);
});

it('refuses to solve after it was disposed of', async () => {
  const A = await openMatrix(line(3), { backend: 'serial' });
  await A.solve([1, 1, 1]);
  await A.dispose();
  await expect(A.solve([1, 1, 1])).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
});

it('ranks the nodes of a graph', async () => {
  await using graph = await openMatrix({ shape: { rows: 3, cols: 3 }, dense: [0, 1, 1, 0, 0, 1, 0, 0, 0] });
  const { ranks, converged } = await graph.pageRank();
  expect([converged, ranks.indexOf(Math.max(...ranks))]).toEqual([true, 2]);
});

it('refines what f32 solves to digits of f64', async () => {
  await using A = await openMatrix(line(30), { backend: 'serial', precision: 'f32' });
  const b = Float64Array.from({ length: 30 }, (_, i) => Math.sin(i + 1));
  const found = await A.refine(b, { rtol: 1e-12 });
  expectTypeOf(found.x).toEqualTypeOf<Float64Array>();
  expect([found.converged, found.relativeResidual < 1e-12]).toEqual([true, true]);
});

it('finds eigenvalues', async () => {
  await using A = await openMatrix(line(30), { backend: 'serial' });
  const { values, converged } = await A.eigenvalues({ k: 2, which: 'SA' });
  expect(converged).toBe(true);
  expect(values[0]).toBeCloseTo(2 - 2 * Math.cos(Math.PI / 31), 8);
  // Twice the mass, half of each; M in any form.
  await using M = await openMatrix({ shape: [30, 30], triplets: Array.from({ length: 30 }, (_, i) => [i, i, 2]) });
  const near = await A.eigenvalues({ near: 0, k: 2, M });
  for (const [i, value] of near.values.entries()) expect(value).toBeCloseTo((values[i] as number) / 2, 8);
});

it('keeps the levels of multigrid for other right-hand sides, and their points for new values that are coupled alike', async () => {
  const entries = poisson(40, 40);
  const A = await openMatrix(entries, { backend: 'serial', trials: 0 });
  const b = new Float64Array(1600).fill(1);
  const rowsNow = async (): Promise<readonly number[] | undefined> => {
    const found = await A.solve(b, { method: 'cg', M: 'multigrid', rtol: 1e-8 });
    expect(found.reason).toBe('converged');
    return found.levels?.rows;
  };
  const rows = await rowsNow();
  // Rows of points that hardly feel each other: levels that were made of these have other points.
  const { rowIndex, colIndex } = entries;
  const isAbove = (k: number): boolean => Math.abs((rowIndex[k] as number) - (colIndex[k] as number)) === 40;
  const values = entries.values.map((value, k) => (isAbove(k) ? 0.01 * value : value));
  // A few of them are other points' alone.
  const isSome = (k: number): boolean => Math.min(rowIndex[k] as number, colIndex[k] as number) % 100 === 3;
  await A.update(entries.values.map((value, k) => (isSome(k) && isAbove(k) ? 0.01 * value : value)));
  expect(await rowsNow()).toEqual(rows);
  await A.update(values);
  const turned = await rowsNow();
  expect(turned).not.toEqual(rows);
  const anew = await openMatrix({ ...entries, values }, { backend: 'serial', trials: 0 });
  const found = await anew.solve(b, { method: 'cg', M: 'multigrid', rtol: 1e-8 });
  expect(found.levels?.rows).toEqual(turned);
  await A.dispose();
  await anew.dispose();
});

it('says the digits of x as it is given back', async () => {
  await using A = await openMatrix(
    [
      [4, 1],
      [1, 3],
    ],
    { backend: 'serial', precision: 'f32' },
  );
  const { x, message } = await A.solve([1, 2]);
  expect(x).toBeInstanceOf(Float32Array);
  expect(message).toMatch(/about [67] digits of x are right/u);
});

it('finds within ten iterations that levels are of no use, and goes on to what solves', async () => {
  // −Δu − 0.1u: to look at an M-matrix as any grid's, but not definite.
  const { shape, rowIndex, colIndex, values } = poisson(110, 110);
  const shifted = values.map((value, k) => (rowIndex[k] === colIndex[k] ? value - 0.1 : value));
  await using A = await openMatrix({ shape, rowIndex, colIndex, values: shifted }, { backend: 'serial' });
  const b = Float64Array.from({ length: shape.rows }, (_, i) => Math.sin(i));
  // Who gives a number of iterations asks for iterations before factors.
  const { reason, attempts, chosen } = await A.solve(b, { rtol: 1e-6, maxiter: 20_000 });
  const levels = attempts.findIndex(({ preconditioner }) => preconditioner === 'multigrid');
  expect(levels).toBeGreaterThan(0);
  expect(attempts[levels].reason).toBe('breakdown');
  expect(attempts[levels].iterations).toBeLessThanOrEqual(10);
  expect(chosen[levels + 1]).toMatch(/^cg with multigrid ended in breakdown: .* went on$/u);
  expect(reason).toBe('converged');
  expect(attempts.at(-1)?.preconditioner).not.toBe('multigrid');
});

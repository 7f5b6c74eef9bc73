import { stencil5 } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { hostSystem, solve } from '../../src/index.ts';
import { iterate } from '../../src/iterate/iterate.ts';
import { createHostSpace, mapOf } from '../../src/space/host-space.ts';
import { cooOf } from '../dense.ts';

it('bicgstab that diverges ends when no digit of b is left in its residual, and names factors, which solve it', async () => {
  const { colIndex, rowIndex, values, ...rest } = stencil5({ n: 46, ny: 46 });
  const A = {
    ...rest,
    rowIndex,
    colIndex,
    values: values.map((value, k) => value - (rowIndex[k] === colIndex[k] ? 2.5 : 0)),
  };
  const b = new Float64Array(46 * 46).fill(1);
  const found = await solve(await hostSystem(A), b, { method: 'bicgstab', M: 'ilu0' });
  expect(found).toMatchObject({
    reason: 'breakdown',
    relativeResidual: 1,
    message: expect.stringContaining('it diverges'),
  });
  expect(found.iterations).toBeLessThan(1000);
  expect(found.error?.fix).toBe("Give another preconditioner, or use method: 'direct' with M: 'none' or 'gmres'.");
  expect((await solve(await hostSystem(A), b, { method: 'direct' })).converged).toBe(true);
});

it('a residual that stays far above the first ends a method whose residual may grow, and no other', async () => {
  const n = 5000;
  const space = createHostSpace();
  const places = Int32Array.from({ length: n }, (_, i) => i);
  const one = new Float64Array(n).fill(1);
  const A = mapOf({ shape: { rows: n, cols: n }, rowIndex: places, colIndex: places, values: one });
  const problem = { space, A, b: space.vector(n), x: space.vector(n), restart: 30 };
  await space.write(problem.b, one);
  const first = Math.sqrt(n);
  const run = (mayGrow: boolean, factor: number) =>
    iterate(
      problem,
      { begin: [], cycle: [() => []], watch: () => [], judge: () => ({ residual: factor * first }), mayGrow },
      { target: 1e-9, maxiter: 20_000 },
    );
  expect(await run(true, 101)).toMatchObject({ reason: 'breakdown', iterations: 3001, broken: { kind: 'growth' } });
  for (const other of [run(true, 99), run(false, 101)])
    expect(await other).toMatchObject({ reason: 'stagnation', iterations: 5002 });
});

it.each(['cg', 'minres', 'gmres', 'bicgstab'] as const)(
  'an M that writes no number is what %s names, and not the matrix',
  async (method) => {
    const A = await hostSystem(
      cooOf([
        [2, 1],
        [1, 3],
      ]),
    );
    const M = {
      shape: { rows: 2, cols: 2 },
      apply: (r: ArrayLike<number>, z: { [i: number]: number }) => void ([z[0], z[1]] = [r[0], Number.NaN]),
    };
    const { reason, message, error } = await solve(A, [1, 1], { method, M: M as never });
    expect([reason, message]).toEqual(['breakdown', expect.stringContaining('M made z[1] = NaN')]);
    expect(error?.fix).toBe("See that M writes finite numbers, or use M: 'none'.");
  },
);

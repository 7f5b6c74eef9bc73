import { complexCoo } from '@spmv/core';
import { expect, it } from 'vitest';
import { eigenvalues, hostSystem, pageRank, powerIteration, refine, solve } from '../../src/index.ts';
import { cooOf } from '../dense.ts';

const saddle = cooOf([
  [1, 2],
  [2, 1],
]);

it('a system that was not awaited, and a b that is none, are errors that say so', async () => {
  const promise = hostSystem(saddle) as never;
  const wanted = { code: 'OPERAND.TYPE', message: 'A is a promise, and not a system.', fix: /await hostSystem\(A\)/u };
  for (const given of [solve(promise, [1, 1]), eigenvalues(promise), powerIteration(promise)])
    await expect(given).rejects.toMatchObject({ ...wanted, fix: expect.stringMatching(wanted.fix) });
  const system = await hostSystem(saddle);
  await expect(refine(system, promise, [1, 1])).rejects.toMatchObject({
    message: 'inner is a promise, and not a system.',
  });
  await expect(solve(saddle as never, [1, 1])).rejects.toMatchObject({ code: 'OPERAND.TYPE' });
  await expect(solve(system, Promise.resolve([1, 1]) as never)).rejects.toMatchObject({
    code: 'OPERAND.TYPE',
    message: 'b is a promise, and not an array of numbers.',
  });
});

it.each([
  [
    (given: never) => hostSystem(given),
    'A is a promise, and not a matrix by its entries, or a function with its shape.',
  ],
  [(given: never) => pageRank(given), 'graph is a promise, and not a matrix by its entries.'],
])('a matrix that was not awaited, too: %s', async (use, message) => {
  await expect(use(Promise.resolve(saddle) as never)).rejects.toMatchObject({ code: 'OPERAND.TYPE', message });
});

it.each([{ x0: [0, 0] }, { maxiter: 5 }])('factors refuse what iterations alone read: %o', async (options) => {
  const system = await hostSystem(
    cooOf([
      [2, 1],
      [1, 3],
    ]),
  );
  await expect(solve(system, [1, 2], { method: 'lu', ...options })).rejects.toMatchObject({ code: 'PARAM.REJECTED' });
});

it('an M for a complex matrix is measured by its pairs, and the matrix by its own rows', async () => {
  const system = await hostSystem(
    complexCoo(
      cooOf([
        [2, 1],
        [1, 3],
      ]),
    ),
  );
  const M = { shape: { rows: 2, cols: 2 }, apply: () => {} };
  await expect(solve(system, [1, 0, 1, 0], { method: 'gmres', M })).rejects.toMatchObject({
    code: 'SOLVER.PRECONDITIONER',
    message: 'M is 2 × 2, and the matrix of 2 × 2 complex numbers needs 4 × 4, r and z being pairs.',
    fix: 'Give a linear operator z ← M⁻¹r of 4 × 4.',
  });
});

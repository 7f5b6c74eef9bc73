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

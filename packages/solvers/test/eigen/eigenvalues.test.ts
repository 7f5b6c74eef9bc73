import { stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { eigenvalues, hostSystem, powerIteration } from '../../src/index.ts';
import { cooOf, denseOf } from '../dense.ts';
import { symmetricEigen } from '../../src/eigen/symmetric-eigen.ts';
import { places } from '../places.ts';

/** −u″ on 60 points: 2 − 2cos(jπ/61). */
const line = cooOf(
  Array.from({ length: 60 }, (_, i) =>
    Array.from({ length: 60 }, (_unused, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)),
  ),
);
const exact = Array.from({ length: 60 }, (_, j) => 2 - 2 * Math.cos(((j + 1) * Math.PI) / 61));

describe.each(places)('on $name', ({ open }) => {
  it.each([
    ['LM', exact.toReversed()],
    ['LA', exact.toReversed()],
    ['SA', exact],
  ] as const)('finds the eigenvalues %s that are known', async (which, known) => {
    const { system, close } = await open(line);
    const found = await eigenvalues(system, { k: 4, which, tol: 1e-9 });
    expect(found.converged).toBe(true);
    for (const [i, value] of found.values.entries()) expect(value).toBeCloseTo(known[i] as number, 8);
    expect(Math.max(...found.residuals)).toBeLessThan(1e-8);
    for (const vector of found.vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 10);
    await close();
  });
});

it('finds all eigenvalues of a small matrix, of both signs', async () => {
  const small = cooOf([
    [0, 2, 0],
    [2, 0, 0],
    [0, 0, 5],
  ]);
  const found = await eigenvalues(await hostSystem(small), { k: 3, which: 'SA' });
  expect(found.values.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([-2, 2, 5]);
});

it('agrees with rotations of the dense matrix', async () => {
  const coo = stencil5({ n: 9, ny: 7 });
  const { values } = symmetricEigen(denseOf(coo));
  const found = await eigenvalues(await hostSystem(coo), { k: 3, which: 'LA', tol: 1e-10 });
  for (const [i, value] of found.values.entries()) expect(value).toBeCloseTo(values.at(-1 - i) as number, 8);
});

it('takes no more products than it may, and says so', async () => {
  const found = await eigenvalues(await hostSystem(line), { k: 4, which: 'SA', tol: 1e-14, maxiter: 25 });
  expect([found.converged, found.reason]).toEqual([false, 'limit']);
  expect(found.residuals).toHaveLength(4);
});

it.each([
  [
    'a matrix that is not symmetric',
    cooOf([
      [1, 2],
      [0, 1],
    ]),
    {},
    'SOLVER.UNFIT',
  ],
  ['a matrix that is not square', cooOf([[1, 2]]), {}, 'SOLVER.UNFIT'],
  ['more eigenvalues than there are', cooOf([[1]]), { k: 2 }, 'PARAM.OUT_OF_RANGE'],
])('refuses %s', async (_name, coo, options, code) => {
  await expect(eigenvalues(await hostSystem(coo), options)).rejects.toMatchObject({ code });
});

describe.each(places)('powers on $name', ({ open }) => {
  it('lead to the largest eigenvalue of a matrix that is not symmetric, looked at each time and seldom', async () => {
    const { system, close } = await open(
      cooOf([
        [2, 1, 0],
        [0, -5, 1],
        [0, 0, 1],
      ]),
    );
    for (const checkEvery of [1, 7]) {
      const found = await powerIteration(system, { tol: 1e-10, checkEvery });
      expect([found.converged, found.residual < 1e-8]).toEqual([true, true]);
      expect(found.value).toBeCloseTo(-5, 8);
    }
    await close();
  });
});

it('powers say that they do not converge where two eigenvalues are as large', async () => {
  const found = await powerIteration(
    await hostSystem(
      cooOf([
        [0, 1],
        [4, 0],
      ]),
    ),
    { maxiter: 100 },
  );
  expect([found.converged, found.reason]).toEqual([false, 'limit']);
  const nothing = await powerIteration(
    await hostSystem(
      cooOf([
        [0, 1],
        [0, 0],
      ]),
    ),
  );
  expect([nothing.converged, nothing.reason]).toEqual([false, 'breakdown']);
});

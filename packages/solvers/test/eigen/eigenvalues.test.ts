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

/** A diagonal matrix. */
const diagonalOf = (values: readonly number[]) =>
  cooOf(values.map((value, i) => values.map((_, j) => (i === j ? value : 0))));

describe('equal eigenvalues are found as often as they are there', () => {
  it.each([
    [[5, 5, 5, 1, 2, 3, 4, 0, 0], 4, 'LM', [5, 5, 5, 4]],
    [[3, 3], 2, 'LM', [3, 3]],
    [[5, 5, 5, 1, 2, 3, 4, 0, 0], 9, 'SA', [0, 0, 1, 2, 3, 4, 5, 5, 5]],
    [[-7, 7, 7, -7, 1], 4, 'LA', [7, 7, 1, -7]],
    [[0, 0, 0], 2, 'LM', [0, 0]],
  ] as const)('those of diag(%j) for k = %d by %s are %j', async (values, k, which, known) => {
    const found = await eigenvalues(await hostSystem(diagonalOf(values)), { k, which });
    expect([found.converged, found.values.map((value) => Math.round(value * 1e8) / 1e8 + 0)]).toEqual([true, known]);
  });

  it('also where the basis is far smaller than the matrix', async () => {
    const many = diagonalOf(
      Array.from({ length: 300 }, (_, i) => (i % 75 === 7 ? 10 : i % 100 === 9 ? 9.5 : (i % 29) / 4)),
    );
    const found = await eigenvalues(await hostSystem(many), { k: 6, which: 'LA' });
    expect(found.values.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([10, 10, 10, 10, 9.5, 9.5]);
    for (const [i, v] of found.vectors.entries())
      for (const w of found.vectors.slice(i + 1))
        expect(v.reduce((sum, value, j) => sum + value * (w[j] as number), 0)).toBeCloseTo(0, 8);
    // A square grid: each of these is there twice.
    const n = 16;
    const one = (i: number): number => 2 - 2 * Math.cos((i * Math.PI) / (n + 1));
    const grid = await eigenvalues(await hostSystem(stencil5({ n, ny: n })), { k: 5, which: 'SA' });
    const pairs = [2 * one(1), one(1) + one(2), one(1) + one(2), 2 * one(2), one(1) + one(3)];
    expect(grid.converged).toBe(true);
    for (const [i, value] of grid.values.entries()) expect(value).toBeCloseTo(pairs[i] as number, 7);
  });
});

describe.each(places)('what rounding does not allow, on $name', ({ name, open }) => {
  const small = [-2, -2, -2, -1, -2, -1, 0, -2];
  const large = Array.from({ length: 60 }, (_, i) => (i < 3 ? -3 : i / 60));
  const precision = name === 'the host' ? 'f64' : 'f32';

  it.each([
    [small, 8],
    [small, 3],
    [large, 4],
  ])('diag(%j): k = %i as nearly as there are digits, said so, and what is advised works', async (values, k) => {
    const { system, close } = await open(diagonalOf(values), precision);
    const known = values.toSorted((a, b) => Math.abs(b) - Math.abs(a)).slice(0, k);
    const found = await eigenvalues(system, { k, tol: 0 });
    expect([found.converged, found.reason, found.iterations < 1000]).toEqual([false, 'rounding', true]);
    for (const [i, value] of found.values.entries()) expect(value).toBeCloseTo(known[i] as number, 5);
    expect(found.values).toHaveLength(k);
    const [, tol] =
      /as nearly as rounding allows.*where 0 was asked for: give tol: (\S+) or more$/u.exec(found.message) ?? [];
    expect((await eigenvalues(system, { k, tol: Number(tol) })).converged).toBe(true);
    await close();
  });

  it('is not asked for where nothing is said', async () => {
    const { system, close } = await open(diagonalOf([...large, 5]), precision);
    const { converged, residuals } = await eigenvalues(system);
    expect([converged, Math.max(...residuals) <= 5 * (precision === 'f64' ? 1e-8 : 5.4e-6)]).toEqual([true, true]);
    expect((await powerIteration(system)).converged).toBe(true);
    await close();
  });
});

it.each([1e-300, 1e-200, 1e200, 1e300])('a matrix times %s has eigenvalues times that', async (size) => {
  const found = await eigenvalues(await hostSystem(diagonalOf([size, 2 * size, 3 * size])), { k: 3 });
  expect([found.converged, found.values.map((value) => Math.round((value / size) * 1e9) / 1e9)]).toEqual([
    true,
    [3, 2, 1],
  ]);
  const power = await powerIteration(await hostSystem(diagonalOf([size, 2 * size, 5 * size])));
  expect([power.converged, Math.round((power.value / size) * 1e6) / 1e6]).toEqual([true, 5]);
});

it('takes no more products than it may, and says so', async () => {
  const found = await eigenvalues(await hostSystem(line), { k: 4, which: 'SA', tol: 1e-14, maxiter: 25 });
  expect([found.converged, found.reason]).toEqual([false, 'limit']);
  expect(found.residuals).toHaveLength(4);
  expect(found.message).toMatch(/^reached the limit after \d+ products.*not all of the 4 eigenvalues are found$/u);
  // Found, and no products left to look for others that are equal.
  const short = await eigenvalues(await hostSystem(line), { k: 4, which: 'LA', maxiter: 60, tol: 1e-2 });
  expect([short.reason, short.message.includes('is not known')]).toEqual(['limit', true]);
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
  ['an order that there is none of', cooOf([[1]]), { which: 'SL' as 'SA' }, 'PARAM.UNKNOWN'],
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

it('hears a signal that comes while it computes', async () => {
  const path = stencil5({ n: 3000, ny: 1 });
  const asked = { k: 4, which: 'SA', tol: 1e-14, maxiter: 3000, signal: AbortSignal.timeout(1) } as const;
  const found = await eigenvalues(await hostSystem(path), asked);
  expect([found.reason, found.iterations < 3000]).toEqual(['aborted', true]);
});

it.each([1, 2, 5, 19, 21, 47])('takes no more than %i products where that is the most', async (maxiter) => {
  const found = await eigenvalues(await hostSystem(stencil5({ n: 20 })), { k: 3, maxiter });
  expect(found).toMatchObject({ iterations: maxiter, converged: false, reason: 'limit' });
  expect(found.values.length).toBe(Math.min(3, maxiter));
});

import { randomVector, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { PreconditionerId } from '../src/index.ts';
import { hostSystem, solve } from '../src/index.ts';
import { cooOf, denseOf, difference, eliminate } from './dense.ts';
import { places } from './places.ts';

const poisson = stencil5({ n: 24, ny: 20 });
const n = poisson.shape.rows;
const b = randomVector(n, { seed: 4 });
const NAMES = [
  'jacobi',
  'block-jacobi',
  'schur',
  'chebyshev',
  'ssor',
  'ic0',
  'ict',
  'ilu0',
] as const satisfies readonly PreconditionerId[];

describe.each(places)('on $name', ({ open }) => {
  it.each(NAMES)('%s leads cg to what elimination finds', async (M) => {
    const { system, close } = await open(poisson);
    const found = await solve(system, b, { method: 'cg', M, rtol: 1e-10 });
    expect([found.reason, found.preconditioner]).toEqual(['converged', M]);
    expect(difference(found.x, eliminate(denseOf(poisson), b))).toBeLessThan(1e-8);
    await close();
  });
});

it.each([
  ['block-jacobi', 0.95],
  ['chebyshev', 0.4],
  ['ssor', 0.6],
  ['ic0', 0.6],
  ['ict', 0.25],
  ['ilu0', 0.6],
] as const)('%s needs at most %d of the iterations', async (M, share) => {
  const system = await hostSystem(poisson);
  const plain = await solve(system, b, { method: 'cg', M: 'none', rtol: 1e-10 });
  const better = await solve(system, b, { method: 'cg', M, rtol: 1e-10 });
  expect(better.iterations).toBeLessThan(plain.iterations * share);
});

it.each(['ic0', 'ict', 'ilu0'] as const)(
  '%s is exact where the factor has no entries besides: one iteration is enough',
  async (M) => {
    const rows = Array.from({ length: 30 }, (_, i) =>
      Array.from({ length: 30 }, (_unused, j) => (i === j ? 4 : Math.abs(i - j) === 1 ? -1 : 0)),
    );
    const found = await solve(await hostSystem(cooOf(rows)), randomVector(30, { seed: 1 }), {
      method: 'cg',
      M,
      rtol: 1e-12,
    });
    expect([found.reason, found.iterations]).toEqual(['converged', 1]);
  },
);

it.each(['ic0', 'ict'] as const)(
  '%s leads cg through a negative definite system as through its opposite',
  async (M) => {
    const negative = { ...poisson, values: poisson.values.map((value) => -value) };
    const found = await solve(await hostSystem(negative), b, { method: 'cg', M, rtol: 1e-10 });
    const opposite = await solve(await hostSystem(poisson), b, { method: 'cg', M, rtol: 1e-10 });
    expect([found.reason, found.iterations]).toEqual(['converged', opposite.iterations]);
    expect(
      difference(
        found.x,
        opposite.x.map((value) => -value),
      ),
    ).toBe(0);
  },
);

it.each(['jacobi', 'block-jacobi', 'ilu0', 'ssor'] as const)('%s leads bicgstab and gmres', async (M) => {
  const rows = denseOf(poisson).map((row, i) => row.map((value, j) => (j === i + 1 ? value * 1.5 : value)));
  const expected = eliminate(rows, b);
  for (const method of ['bicgstab', 'gmres'] as const) {
    const found = await solve(await hostSystem(cooOf(rows)), b, {
      method,
      M,
      rtol: 1e-10,
      ...(method === 'gmres' ? { restart: n } : {}),
    });
    expect(found.reason).toBe('converged');
    expect(difference(found.x, expected)).toBeLessThan(1e-7);
  }
});

it.each(NAMES)('%s leads minres by another norm to the true residual that was asked for', async (M) => {
  const found = await solve(await hostSystem(poisson), b, { method: 'minres', M, rtol: 1e-9 });
  expect(found.reason).toBe('converged');
  expect(found.residual).toBeLessThanOrEqual(found.tolerance);
});

it('schur leads minres through a saddle point of rows of many sizes', async () => {
  const [inner, outer] = [60, 20];
  const saddle = cooOf(
    Array.from({ length: inner + outer }, (_, r) =>
      Array.from({ length: inner + outer }, (__, c) => {
        const [i, j] = [Math.min(r, c), Math.max(r, c)];
        if (j < inner) return i === j ? 10 ** (i % 5) : 0;
        return i < inner && i % outer === j - inner ? 1 + (i % 3) : 0;
      }),
    ),
  );
  const right = Array.from({ length: inner + outer }, (_, i) => Math.sin(i + 1));
  const solved = async (M: PreconditionerId) =>
    solve(await hostSystem(saddle), right, { method: 'minres', M, rtol: 1e-10 });
  const [by, without] = [await solved('schur'), await solved('none')];
  expect(by.reason).toBe('converged');
  expect(by.iterations).toBeLessThan(without.iterations / 3);
  const chosen = await solve(await hostSystem(saddle), right, { x0: new Float64Array(inner + outer), rtol: 1e-10 });
  expect([chosen.method, chosen.preconditioner, chosen.attempts.length]).toEqual(['minres', 'schur', 1]);
});

it('ic0 refuses a matrix that is not positive definite and one that is not symmetric', async () => {
  const saddle = cooOf([
    [1, 2],
    [2, 1],
  ]);
  const upper = cooOf([
    [1, 2],
    [0, 1],
  ]);
  await expect(solve(await hostSystem(saddle), [1, 1], { method: 'cg', M: 'ic0' })).rejects.toMatchObject({
    code: 'SOLVER.PRECONDITIONER',
    details: { row: 1, pivot: -3 },
  });
  await expect(solve(await hostSystem(upper), [1, 1], { method: 'gmres', M: 'ic0' })).rejects.toMatchObject({
    code: 'SOLVER.PRECONDITIONER',
    fix: "Use M: 'ilu0'.",
  });
});

it.each(NAMES)('%s refuses a zero on the diagonal, or does without it', async (M) => {
  const coo = cooOf([
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, 2],
  ]);
  const solved = solve(await hostSystem(coo), [1, 2, 4], { method: 'gmres', M, rtol: 1e-10 });
  if (M === 'block-jacobi') expect(difference((await solved).x, [2, 1, 2])).toBeLessThan(1e-9);
  else await expect(solved).rejects.toMatchObject({ code: 'SOLVER.PRECONDITIONER' });
});

it.each(NAMES)('%s refuses a function without entries', async (M) => {
  const shape = { rows: 2, cols: 2 };
  const system = await hostSystem({ shape, symmetric: true, apply: (x, y) => y.set(x) });
  await expect(solve(system, [1, 1], { method: 'cg', M })).rejects.toMatchObject({ code: 'SOLVER.PRECONDITIONER' });
});

it('says that a preconditioner is not definite', async () => {
  const mixed = (x: ArrayLike<number>, y: Float64Array | Float32Array): void => {
    for (let i = 0; i < y.length; i++) y[i] = (i % 2 === 0 ? 1 : -1) * (x[i] as number);
  };
  const found = await solve(await hostSystem(poisson), b, { method: 'cg', M: { shape: poisson.shape, apply: mixed } });
  expect([found.reason, found.error?.fix]).toEqual(['breakdown', expect.stringContaining("M: 'none'")]);
});

describe('a preconditioner that is not definite', () => {
  const negative = [
    [-2, 1],
    [1, -2],
  ];
  const swap = [
    [0, 1],
    [1, 0],
  ];
  it.each([
    ['minres', 'jacobi', negative, [1, 2]],
    ['minres', 'block-jacobi', negative, [1, 2]],
    ['minres', 'ssor', negative, [1, 2]],
    ['minres', 'ic0', negative, [1, 2]],
    ['minres', 'ilu0', negative, [1, 2]],
    [undefined, 'block-jacobi', swap, [0, -1]],
    ['cg', 'block-jacobi', swap, [0, -1]],
  ] as const)('%s with %s says so, and solves without it', async (method, M, rows, right) => {
    const system = await hostSystem(cooOf(rows));
    const named = method ? { method } : {};
    const { reason, error, history } = await solve(system, right, { ...named, M });
    expect([reason, error?.code]).toEqual(['breakdown', 'SOLVER.INDEFINITE']);
    expect(error?.message).toMatch(/M is not (?:positive )?definite/u);
    expect(error?.fix).toMatch(
      method === 'cg' ? /^Use M: 'none', or method: 'minres' with M: 'none'\.$/u : /^Use M: 'none'\.$/u,
    );
    expect(history.every(({ residual }) => Number.isFinite(residual))).toBe(true);
    const without = await solve(system, right, { method: 'minres', M: 'none' });
    expect(without.reason).toBe('converged');
  });

  it('is found by minres at a later iteration, too', async () => {
    const mixed = (x: ArrayLike<number>, y: Float64Array | Float32Array): void => {
      for (let i = 0; i < y.length; i++) y[i] = (i % 8 === 7 ? -1 : 1) * (x[i] as number);
    };
    const right = b.map((value, i) => (i === 0 ? value : 0));
    const found = await solve(await hostSystem(poisson), right, {
      method: 'minres',
      M: { shape: poisson.shape, apply: mixed },
    });
    expect([found.reason, found.error?.fix]).toEqual(['breakdown', "Use M: 'none'."]);
    // Seldom looked at it is not seen, and to leave out M is advised before all else.
    const seldom = await solve(await hostSystem(poisson), right, {
      method: 'minres',
      M: { shape: poisson.shape, apply: mixed },
      checkEvery: 7,
    });
    expect([seldom.converged, seldom.error?.fix]).toEqual([false, expect.stringMatching(/^Use M: 'none'/u)]);
  });
});

it.each([
  [
    'cg',
    'ic0',
    [
      [1, 2],
      [0, 1],
    ],
    "Use method: 'bicgstab' with M: 'none' or 'gmres' with M: 'none'.",
  ],
  [
    'cg',
    'jacobi',
    [
      [1, 2],
      [0, 1],
    ],
    "Use method: 'bicgstab' or 'gmres'.",
  ],
  ['cg', 'jacobi', [[1, 2]], "Use method: 'lsqr' with M: 'none'."],
  [
    'minres',
    'ic0',
    [
      [1, 2],
      [2, 1],
    ],
    "Use M: 'none', or M: 'jacobi' where all elements of the diagonal are positive.",
  ],
] as const)('advice for %s with %s names what goes together', async (method, M, rows, fix) => {
  const right = rows.map(() => 1);
  await expect(solve(await hostSystem(cooOf(rows)), right, { method, M })).rejects.toMatchObject({ fix });
});

it('a result advises no preconditioner that a method does not take', async () => {
  const singular = cooOf([
    [1, 1],
    [1, 1],
  ]);
  const { error } = await solve(await hostSystem(singular), [1, -1], { method: 'bicgstab', M: 'jacobi' });
  expect(error?.fix).toMatch(/'lsqr' with M: 'none'/u);
});

import { stencil5 } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { hostSystem, solve } from '../../src/index.ts';
import { cooOf, difference } from '../dense.ts';

const saddle = cooOf([
  [1, 2],
  [2, 1],
]);
const lopsided = cooOf([
  [1, 2, 0],
  [0, 1, 0],
  [0, 0, 1],
]);
const wide = cooOf([[1, 2, 3]]);
const zeroRow = cooOf([
  [2, 0, 0],
  [0, 0, 0],
  [0, 0, 3],
]);

it('cg on an indefinite matrix breaks down, says so, and names minres, which solves it', async () => {
  const indefinite = cooOf([
    [1, 0, 0],
    [0, -2, 0],
    [0, 0, 3],
  ]);
  const found = await solve(await hostSystem(indefinite), [1, 1, 1], { method: 'cg' });
  expect([found.reason, found.converged]).toEqual(['breakdown', false]);
  expect(found.error).toMatchObject({ code: 'SOLVER.INDEFINITE' });
  expect(found.error?.fix).toContain("'minres'");
  const next = await solve(await hostSystem(indefinite), [1, 1, 1]);
  expect([next.method, next.reason]).toEqual(['ldlt', 'converged']);
  const iterated = await solve(await hostSystem(indefinite), [1, 1, 1], { x0: [0, 0, 0] });
  expect([iterated.method, iterated.reason]).toEqual(['minres', 'converged']);
});

it.each(['none', 'jacobi'] as const)('cg with %s solves a negative definite system', async (M) => {
  const { values, ...rest } = stencil5({ n: 8, ny: 8 });
  const negative = { ...rest, values: values.map((value) => -value) };
  const b = new Float64Array(64).fill(1);
  const found = await solve(await hostSystem(negative), b, { method: 'cg', M, rtol: 1e-10 });
  expect(found.reason).toBe('converged');
  expect((await solve(await hostSystem(negative), b, { maxiter: 1000 })).method).toBe('cg');
});

it.each(['cg', 'minres'] as const)(
  '%s refuses a matrix that is not symmetric and names methods that solve it',
  async (method) => {
    const system = await hostSystem(lopsided);
    const refused = solve(system, [1, 2, 3], { method });
    await expect(refused).rejects.toMatchObject({
      code: 'SOLVER.UNFIT',
      message: expect.stringContaining('element (0, 1) is 2, and (1, 0) is 0'),
      details: { instead: ['bicgstab', 'gmres'] },
    });
    for (const instead of ['bicgstab', 'gmres'] as const)
      expect((await solve(await hostSystem(lopsided), [1, 2, 3], { method: instead })).reason).toBe('converged');
  },
);

it.each(['cg', 'minres'] as const)('%s finds out that a function is not symmetric', async (method) => {
  const shape = { rows: 2, cols: 2 };
  const turned = {
    shape,
    apply: (x: ArrayLike<number>, y: Float64Array | Float32Array) => y.set([x[1] as number, -(x[0] as number)]),
  };
  await expect(solve(await hostSystem(turned), [1, 1], { method })).rejects.toMatchObject({ code: 'SOLVER.UNFIT' });
});

it.each(['cg', 'minres', 'bicgstab', 'gmres'] as const)(
  '%s refuses a matrix that is not square and names lsqr',
  async (method) => {
    await expect(solve(await hostSystem(wide), [1], { method })).rejects.toMatchObject({
      code: 'SOLVER.UNFIT',
      details: { instead: ['lsqr'] },
    });
  },
);

it('jacobi refuses a zero on the diagonal and names a method that needs none', async () => {
  const coo = cooOf([
    [0, 1],
    [1, 0],
  ]);
  await expect(solve(await hostSystem(coo), [1, 2], { method: 'gmres', M: 'jacobi' })).rejects.toMatchObject({
    code: 'SOLVER.PRECONDITIONER',
    message: expect.stringContaining('(0, 0) is 0'),
  });
  const found = await solve(await hostSystem(coo), [1, 2]);
  expect([found.method, found.preconditioner, found.reason]).toEqual(['ldlt', 'none', 'converged']);
  expect(difference(found.x, [2, 1])).toBeLessThan(1e-12);
});

it.each([
  ['b', { b: [1, Number.NaN] }],
  ['x0', { b: [1, 1], x0: [0, Infinity] }],
])('refuses what is not finite in %s', async (name, { b, ...options }) => {
  await expect(solve(await hostSystem(saddle), b, options)).rejects.toMatchObject({
    code: 'SOLVER.NOT_FINITE',
    message: expect.stringContaining(`${name}[1]`),
  });
});

it('refuses what is not finite in the matrix', async () => {
  const coo = { ...saddle, values: Float64Array.of(1, 2, Number.NaN, 1) };
  await expect(solve(await hostSystem(coo), [1, 1])).rejects.toMatchObject({ code: 'SOLVER.NOT_FINITE' });
});

it.each([
  ['b', { b: [1] }],
  ['x0', { b: [1, 1], x0: [0] }],
])('refuses another length of %s', async (name, { b, ...options }) => {
  await expect(solve(await hostSystem(saddle), b, options)).rejects.toMatchObject({
    code: 'OPERAND.LENGTH',
    details: { name },
  });
});

it.each([
  [{ method: 'cgs' as 'cg' }, 'PARAM.UNKNOWN'],
  [{ M: 'jacoby' as 'jacobi' }, 'PARAM.UNKNOWN'],
  [{ rtol: -1 }, 'PARAM.OUT_OF_RANGE'],
  [{ atol: Number.NaN }, 'PARAM.OUT_OF_RANGE'],
  [{ maxiter: 1.5 }, 'PARAM.OUT_OF_RANGE'],
  [{ restart: 0 }, 'PARAM.OUT_OF_RANGE'],
])('refuses %o', async (options, code) => {
  await expect(solve(await hostSystem(saddle), [1, 1], options)).rejects.toMatchObject({ code });
});

it.each(['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'] as const)(
  '%s solves a singular system that has a solution',
  async (method) => {
    const found = await solve(await hostSystem(zeroRow), [4, 0, 9], { method, M: 'none', rtol: 1e-12 });
    expect([found.reason, ...found.x.map((value) => Math.round(value * 1e9) / 1e9)]).toEqual(['converged', 2, 0, 3]);
  },
);

it.each(['cg', 'minres', 'bicgstab', 'gmres'] as const)('%s claims nothing where b is in no range', async (method) => {
  const found = await solve(await hostSystem(zeroRow), [4, 1, 9], { method, M: 'none' });
  expect(found.converged).toBe(false);
  expect(found.residual).toBeGreaterThanOrEqual(1);
  expect(['breakdown', 'stagnation']).toContain(found.reason);
  expect(found.error?.details['instead']).toContain('lsqr');
  expect([...found.x].every(Number.isFinite)).toBe(true);
});

it('lsqr takes a small ‖Aᵀr‖ of a system that has a solution for none', async () => {
  // ‖Aᵀr‖ is 1e-6 where x is still 100 from the solution, and ‖r‖ 1e-1.
  const diagonal = Array.from({ length: 6 }, (_, i) => 10 ** -i);
  const steep = cooOf(diagonal.map((value, i) => diagonal.map((_, j) => (i === j ? value : 0))));
  const found = await solve(await hostSystem(steep), [1, 1, 1, 1, 1, 1], { method: 'lsqr', rtol: 1e-5 });
  expect([found.reason, found.leastSquares]).toEqual(['converged', false]);
  expect(found.relativeResidual).toBeLessThan(1e-5);
});

it('lsqr gives the least-squares solution where b is in no range', async () => {
  const found = await solve(await hostSystem(zeroRow), [4, 1, 9], { method: 'lsqr', rtol: 1e-10 });
  expect([found.converged, found.reason, found.leastSquares]).toEqual([false, 'least-squares', true]);
  expect(found.residual).toBeCloseTo(1, 9);
  expect(found.message).toContain('least-squares');
  expect(found.error?.code).toBe('SOLVER.INCONSISTENT');
});

it('lsqr takes no Aᵀb whose square underflows for 0', async () => {
  const tiny = cooOf([
    [1e-200, 0],
    [0, 2e-200],
  ]);
  const found = await solve(await hostSystem(tiny), [1, 1], { method: 'lsqr' });
  expect(found.converged && found.leastSquares).toBe(false);
});

it.each(['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'] as const)(
  '%s claims nothing wrong where numbers leave the range',
  async (method) => {
    const huge = cooOf([
      [1e300, 1e299],
      [1e299, 1e300],
    ]);
    const found = await solve(await hostSystem(huge), [1, 1], { method, M: 'none' });
    expect(found.converged ? Math.abs((found.x[0] as number) * 1.1e300 - 1) : 0).toBeLessThan(1e-4);
  },
);

it.each(['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'] as const)(
  '%s ends by the signal with what it reached',
  async (method) => {
    const coo = stencil5({ n: 30, ny: 30 });
    const controller = new AbortController();
    const b = new Float64Array(900).fill(1);
    const found = await solve(await hostSystem(coo), b, {
      method,
      rtol: 1e-12,
      signal: controller.signal,
      callback: ({ iteration }) => {
        if (iteration >= 5) controller.abort();
      },
    });
    expect([found.reason, found.iterations]).toEqual(['aborted', 5]);
    expect(found.relativeResidual).toBeLessThan(3);
  },
);

it('believes no claim: a product that changes under way is found out', async () => {
  let products = 0;
  const shape = { rows: 50, cols: 50 };
  const drifting = {
    shape,
    symmetric: true,
    apply: (x: ArrayLike<number>, y: Float64Array | Float32Array) => {
      products++;
      for (let i = 0; i < 50; i++) y[i] = (x[i] as number) * (1 + i + (products % 2));
    },
  };
  const found = await solve(await hostSystem(drifting), new Float64Array(50).fill(1), {
    method: 'cg',
    rtol: 1e-10,
    maxiter: 500,
  });
  expect(found.converged && found.residual > found.tolerance).toBe(false);
});

it('keeps its history short over 10⁵ iterations, the first and the last check among it', async () => {
  const coo = cooOf(
    Array.from({ length: 3 }, (_, i) => Array.from({ length: 3 }, (_unused, j) => (i === j ? 1 : 0.5))),
  );
  let calls = 0;
  const shape = { rows: 3, cols: 3 };
  const noisy = {
    shape,
    symmetric: true,
    // Never the same matrix, so that no method converges.
    apply: (x: ArrayLike<number>, y: Float64Array | Float32Array) => {
      calls++;
      for (let i = 0; i < 3; i++)
        y[i] = (x[i] as number) * (2 + Math.sin(calls * (i + 1))) + 0.1 * (x[(i + 1) % 3] as number);
    },
  };
  expect(coo.shape).toEqual(shape);
  const found = await solve(await hostSystem(noisy), [1, 2, 3], {
    method: 'gmres',
    restart: 1,
    rtol: 1e-300,
    maxiter: 100_000,
  });
  expect(found.history.length).toBeLessThanOrEqual(1025);
  expect([found.history[0]?.iteration, found.history.at(-1)?.iteration]).toEqual([0, found.iterations]);
});

it.each([
  ['minres', Infinity, /is Infinity: it overflowed/u],
  ['cg', Infinity, /is Infinity: it overflowed/u],
  ['cg', Number.NaN, /is NaN: numbers that it is made of overflowed, or are none/u],
  ['bicgstab', Number.NaN, /is NaN: numbers that it is made of overflowed, or are none/u],
  ['gmres', Number.NaN, /is NaN: numbers that it is made of overflowed, or are none/u],
  ['lsqr', Infinity, /is NaN: numbers that it is made of overflowed, or are none/u],
] as const)('%s on a function that comes to %s says what overflowed, and what to do', async (method, value, words) => {
  const shape = { rows: 2, cols: 2 };
  let calls = 0;
  const system = await hostSystem({
    shape,
    symmetric: true,
    apply: (x, y) => {
      calls++;
      for (let i = 0; i < 2; i++) y[i] = (calls > 2 ? value : i + 1) * (x[i] as number);
    },
  });
  const { reason, message, error } = await solve(system, [1, 1], { method });
  expect([reason, error?.code]).toEqual(['breakdown', 'SOLVER.NOT_CONVERGED']);
  expect(message).toMatch(words);
  expect(error?.fix).toMatch(/^See that the function writes finite numbers, and multiply A and b by a power of two/u);
});

it('a function that gives NaN alone has no residual to tell', async () => {
  const shape = { rows: 2, cols: 2 };
  const system = await hostSystem({ shape, symmetric: true, apply: (_, y) => void y.fill(Number.NaN) });
  const { reason, message } = await solve(system, [1, 1], { method: 'cg' });
  expect([reason, message.includes('residual')]).toEqual(['breakdown', false]);
});

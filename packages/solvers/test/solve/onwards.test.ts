import { SpmvError } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { Check, Reason, SolveOptions } from '../../src/index.ts';
import { hostSystem, solve } from '../../src/index.ts';
import { solveOnwards } from '../../src/solve/onwards.ts';
import { solveOne } from '../../src/solve/solve-one.ts';
import { SOLVERS } from '../../src/solve/solvers.ts';
import { cooOf, difference } from '../dense.ts';
import { places } from '../places.ts';

/** A positive diagonal, and eigenvalues 1 + 4 cos(kπ/41) of both signs: nothing but products tells that it is not definite. */
const N = 40;
const band = Array.from({ length: N }, (_, i) =>
  Array.from({ length: N }, (__, j) => (i === j ? 1 : Math.abs(i - j) === 1 ? 2 : 0)),
);
const indefinite = cooOf(band);
const x = Array.from({ length: N }, (_, j) => 1 + (j % 3));
const b = band.map((row) => row.reduce<number>((sum, value, j) => sum + value * (x[j] as number), 0));
/** Turns by a right angle: r̂ᵀAr is 0 for every r. */
const turn = cooOf([
  [0, 1],
  [-1, 0],
]);
const singular = cooOf([
  [1, 2, 0],
  [0, 0, 1],
  [0, 0, 0],
]);

describe.each(places)('a method that is chosen, on $name', ({ open }) => {
  it('is followed by one that asks less of the matrix', async () => {
    const { system, close } = await open(indefinite);
    const found = await solve(system, b, { rtol: 1e-12, x0: new Float64Array(N) });
    expect([found.method, found.reason]).toEqual(['ldlt', 'converged']);
    expect(difference(found.x, x)).toBeLessThan(1e-8);
    expect(found.chosen).toEqual([
      expect.stringContaining('cg with jacobi'),
      'cg with jacobi ended in breakdown: ldlt went on',
    ]);
    expect(found.attempts.map(({ method, reason, ms }) => [method, reason, ms > 0])).toEqual([
      ['cg', 'breakdown', true],
      ['ldlt', 'converged', true],
    ]);
    expect(found.message).toMatch(
      /^ldlt: converged in .* digits of x are right \(tried besides: cg with jacobi: breakdown after \d+\)$/u,
    );
    expect(found.error).toBeUndefined();
    await close();
  });

  it('comes after factors, which are cheap', async () => {
    const { system, close } = await open(turn);
    const found = await solve(system, [1, 2], { rtol: 1e-12 });
    expect(found.reason).toBe('converged');
    expect([found.method, found.attempts.length]).toEqual(['lu', 1]);
    expect(difference(found.x, [-2, 1])).toBeLessThan(1e-10);
    await close();
  });
});

it('what no method solves ends with the least residual, all of them named, and no advice to try one of them again', async () => {
  const dependent = cooOf([
    [1, 2, 0],
    [0, 0, 1],
    [2, 4, 0],
  ]);
  const found = await solve(await hostSystem(dependent), [1, 1, 1], { rtol: 1e-10 });
  // t = 1 and 2t = 1: least squares leave √0.2.
  expect(found.residual).toBeCloseTo(Math.sqrt(0.2), 8);
  expect([found.converged, found.reason]).toEqual([false, 'least-squares']);
  expect(found.error?.fix).toContain('Every method that fits was tried');
  expect(found.message).toContain('tried besides: bicgstab');
});

it('factors that there are none of are left out with the reason', async () => {
  // The diagonal is full, and the second pivot is 1 − 1.
  const coo = cooOf([
    [1, 1, 0, 0],
    [1, 1, 0, 1],
    [0, 1, 1, 0],
    [1, 0, -1, 1e-9],
  ]);
  const tried = async (options: SolveOptions) => solve(await hostSystem(coo), [1, -1, 1, -1], options);
  await expect(tried({ method: 'bicgstab', M: 'ilu0' })).rejects.toMatchObject({ code: 'SOLVER.PRECONDITIONER' });
  const found = await tried({ rtol: 1e-12 });
  expect(found.chosen).toContainEqual(expect.stringMatching(/^direct was left out: The matrix is singular/u));
});

it.each([{ method: 'cg' }, { M: 'jacobi' }, { M: 'none' }] as const)(
  'whoever gives %o is told what became of it',
  async (options) => {
    const found = await solve(await hostSystem(indefinite), b, { rtol: 1e-12, ...options });
    expect([found.method, found.reason]).toEqual(['cg', 'breakdown']);
    expect(found.message).not.toContain('tried');
  },
);

it('all methods together take no more than maxiter iterations, told in one row', async () => {
  const checks: Check[] = [];
  for (const maxiter of [1, 3, 10, 200]) {
    checks.length = 0;
    const found = await solve(await hostSystem(indefinite), b, {
      rtol: 1e-10,
      maxiter,
      callback: (check) => void checks.push(check),
    });
    expect(found.iterations).toBeLessThanOrEqual(maxiter);
    for (const list of [checks, found.history])
      for (let k = 1; k < list.length; k++)
        expect(list[k]?.iteration).toBeGreaterThanOrEqual(list[k - 1]?.iteration as number);
  }
});

it.each([
  ['limit', 'Give a larger maxiter'],
  ['stagnation', 'Every method that fits was tried: '],
] as const)('after all were tried a last one that ends in %s advises: %s…, and none of them', async (reason, fix) => {
  const system = await hostSystem(indefinite);
  const attempt = await solveOne(system, Float64Array.from(b), { method: 'cg', M: 'none', rtol: 1e-12 });
  const automatic = { method: 'minres', M: 'none', reasons: [] } as const;
  for (const best of ['minres', 'lsqr']) {
    const found = await solveOnwards(automatic, {}, async ({ method }) => {
      const why: Reason = method === 'lsqr' ? reason : 'breakdown';
      const told = { ...attempt.told, method: SOLVERS[method], reason: why };
      const result = { ...attempt.result, method, reason: why, residual: method === best ? 0.5 : 1 };
      return { ...attempt, result, told };
    });
    expect(found.method).toBe(best);
    if (best === 'lsqr') expect(found.error?.fix).toContain(fix);
    expect(found.error?.fix).not.toMatch(/'(?:minres|lsqr)'/u);
    expect(found.error?.details['instead']).toEqual([]);
  }
});

it('a method that ends by its own limit is followed by others, one that was given ends them all', async () => {
  const system = await hostSystem(indefinite);
  const attempt = await solveOne(system, Float64Array.from(b), { method: 'cg', M: 'none', rtol: 1e-12 });
  const automatic = { method: 'minres', M: 'none', reasons: [] } as const;
  const tried: unknown[] = [];
  const limited = async (options: SolveOptions) => {
    tried.push([options.method, options.maxiter, options.x0 !== undefined]);
    const result = { ...attempt.result, method: options.method ?? 'cg', reason: 'limit' as const, iterations: 7 };
    return { ...attempt, result };
  };
  await solveOnwards(automatic, {}, limited, { n: N, nnz: 100 });
  expect(tried.splice(0)).toEqual([
    ['direct', undefined, false],
    ['minres', undefined, true],
    ['gmres', undefined, true],
    ['lsqr', undefined, false],
  ]);
  await solveOnwards(automatic, { maxiter: 7 }, limited, { n: N, nnz: 100 });
  expect(tried).toEqual([['minres', 7, false]]);
});

it('a function that is said to be symmetric and is not is solved by gmres in the end', async () => {
  const multiply = ([p = 0, q = 0]: Iterable<number>, y: Float64Array | Float32Array) => y.set([q, -p]);
  const system = await hostSystem({ shape: { rows: 2, cols: 2 }, symmetric: true, apply: multiply });
  const found = await solve(system, [1, 2]);
  expect([found.method, found.reason]).toEqual(['gmres', 'converged']);
});

it('a signal ends all of them', async () => {
  const found = await solve(await hostSystem(indefinite), b, { rtol: 1e-12, signal: AbortSignal.abort() });
  expect([found.method, found.reason, found.attempts.length]).toEqual(['direct', 'aborted', 1]);
});

it('factors that would take long come second, and last where they would take very long', async () => {
  const system = await hostSystem(indefinite);
  const attempt = await solveOne(system, Float64Array.from(b), { method: 'cg', M: 'none', rtol: 1e-12 });
  const automatic = { method: 'minres', M: 'none', reasons: [] } as const;
  for (const [products, n, nnz, names] of [
    [1e9, 1e5, 9e5, ['direct', 'minres', 'direct']],
    [1e9, N, 100, ['direct', 'minres', 'direct']],
    [1e11, N, 100, ['direct', 'minres', 'gmres', 'lsqr', 'direct']],
  ] as const) {
    const asked: unknown[] = [];
    const found = await solveOnwards(
      automatic,
      {},
      async ({ method, maxiter, mostProducts = Infinity }) => {
        asked.push(method);
        // What comes before factors has a quarter of the multiplications that they take.
        const most = Math.min(10 * n, Math.ceil(products / 4 / (nnz + 10 * n)));
        expect(maxiter).toBe(asked.length === names.length - 1 && asked.length > 1 ? most : undefined);
        if (method === 'direct' && products > mostProducts)
          throw new SpmvError('SOLVER.UNFIT', 'dear', { fix: '.', details: { products } });
        const reason: Reason = method === 'direct' ? 'converged' : 'stagnation';
        const result = { ...attempt.result, method, reason, converged: reason === 'converged' };
        return { ...attempt, result: { ...result, attempts: [{ ...result, message: '', ms: 1 }] } };
      },
      { n, nnz },
    );
    expect(asked).toEqual(names);
    expect(found.attempts.map(({ reason }) => reason)).toEqual([
      'left-out',
      ...names.slice(1, -1).map(() => 'stagnation'),
      'converged',
    ]);
  }
});

it('a matrix that no values make regular has no factors, it is said where, and least squares are given at once', async () => {
  const found = await solve(await hostSystem(singular), [1, 2, 3]);
  expect(found.attempts.map(({ method, reason }) => [method, reason])).toEqual([
    ['direct', 'left-out'],
    ['lsqr', 'least-squares'],
  ]);
  expect(found.attempts[0]?.message).toContain('2 can; row 2 and column');
  await expect(solve(await hostSystem(singular), [1, 2, 3], { method: 'direct' })).rejects.toMatchObject({
    code: 'SOLVER.SINGULAR',
  });
});

it('factors are had by name, and refused where they do not fit', async () => {
  const system = await hostSystem(indefinite);
  for (const method of ['direct', 'ldlt', 'lu'] as const) {
    const found = await solve(system, b, { method, rtol: 1e-12 });
    expect([found.method, found.converged]).toEqual([method === 'direct' ? 'ldlt' : method, true]);
    expect(found.factors?.backwardError).toBeLessThan(1e-15);
  }
  await expect(solve(system, b, { method: 'cholesky' })).rejects.toMatchObject({
    code: 'SOLVER.NOT_POSITIVE_DEFINITE',
  });
});

it('what is said of the choice names only methods that were tried or left out', async () => {
  const { method, chosen, attempts } = await solve(await hostSystem(singular), [1, 2, 0]);
  expect(method).toBe('lsqr');
  expect(attempts.map((one) => [one.method, one.reason])).toEqual([
    ['direct', 'left-out'],
    ['lsqr', 'converged'],
  ]);
  expect(chosen).toEqual([
    expect.stringMatching(/^direct was left out/u),
    'lsqr first: the methods before it do not fit',
  ]);
});

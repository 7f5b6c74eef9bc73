import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import type { ValueArray } from '@spmv/core';
import { complexCoo, cooFromEntries, createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import type { System } from '../../src/index.ts';
import {
  deviceSystem,
  eigenvalues,
  hostSystem,
  pageRank,
  powerIteration,
  refine,
  solve,
  solverPlugins,
} from '../../src/index.ts';
import { cooOf } from '../dense.ts';

const coo = cooOf([
  [4, 1],
  [1, 3],
]);
const system = await hostSystem(coo);

describe('an option that nobody reads is an error that names the nearest', () => {
  const calls: Readonly<Record<string, (options: never) => Promise<unknown>>> = {
    solve: (options) => solve(system, [1, 2], options),
    refine: (options) => refine(system, system, [1, 2], options),
    eigenvalues: (options) => eigenvalues(system, options),
    powerIteration: (options) => powerIteration(system, options),
    pageRank: (options) => pageRank(coo, options),
  };
  it.each([
    ['solve', { tol: 1e-9 }, 'rtol'],
    ['solve', { methode: 'cg' }, 'method'],
    ['solve', { maxIter: 3 }, 'maxiter'],
    ['solve', { preconditioner: 'jacobi' }, 'M'],
    ['solve', { X0: [0, 0] }, 'x0'],
    ['refine', { innerTol: 1e-3 }, 'innerRtol'],
    ['refine', { tol: 1e-3 }, 'rtol'],
    ['eigenvalues', { rtol: 1e-9 }, 'tol'],
    ['eigenvalues', { wich: 'LA' }, 'which'],
    ['powerIteration', { maxIter: 1 }, 'maxiter'],
    ['pageRank', { dampening: 0.8 }, 'damping'],
  ] as const)('%s %o', async (name, options, meant) => {
    await expect(calls[name]?.(options as never)).rejects.toMatchObject({
      code: 'PARAM.UNKNOWN',
      message: `${name} has no option '${Object.keys(options)[0]}'.`,
      fix: expect.stringContaining(`Did you mean '${meant}'`),
    });
  });

  it.each([
    ['solve', { callback: 3 }, 'callback is 3.'],
    ['solve', { x0: 1 }, 'x0 is 1.'],
    ['refine', { innerRtol: Infinity }, 'innerRtol is Infinity.'],
    ['eigenvalues', { signal: {} }, 'signal is an object.'],
    ['powerIteration', { checkEvery: 0 }, 'checkEvery is 0.'],
    ['pageRank', { damping: 1.5 }, 'damping is 1.5.'],
  ] as const)('and so is one of another value: %s %o', async (name, options, words) => {
    await expect(calls[name]?.(options as never)).rejects.toMatchObject({
      code: 'PARAM.OUT_OF_RANGE',
      message: `${name}: ${words}`,
      fix: expect.stringMatching(/^Give /u),
    });
  });
});

it('what a method or a place does not take is refused', async () => {
  await expect(solve(system, [1, 2], { method: 'cg', restart: 5 })).rejects.toMatchObject({
    code: 'PARAM.REJECTED',
    fix: "Leave out restart, or use method: 'gmres'.",
  });
  const backend = await openBackend(serial);
  await expect(
    deviceSystem({ backend, registry: createRegistry([serialPlugin, ...solverPlugins]), coo, precision: 'f16' }),
  ).rejects.toMatchObject({ code: 'PARAM.OUT_OF_RANGE', fix: "Give precision: 'f64' or 'f32'." });
  const pairs = { registry: createRegistry([serialPlugin, formats, ...solverPlugins]), coo: complexCoo(coo) };
  await expect(deviceSystem({ backend, ...pairs, precision: 'f64' })).rejects.toMatchObject({
    code: 'PARAM.OUT_OF_RANGE',
    fix: "Give precision: 'c128' or 'c64'.",
  });
  expect((await deviceSystem({ backend, ...pairs })).facts.isOfPairs).toBe(true);
  await backend.dispose();
});

it.each([5, null, [1, 2], () => {}, {}, { apply: () => {} }, { shape: { rows: 2, cols: 2 } }])(
  'M of %j is no preconditioner',
  async (M) => {
    await expect(solve(system, [1, 2], { method: 'gmres', M: M as never })).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
      message: expect.stringContaining('is no preconditioner'),
    });
    await expect(solve(system, [1, 2], { method: M as never })).rejects.toMatchObject({ code: 'PARAM.UNKNOWN' });
  },
);

it.each([
  ['none', 'cg, which'],
  ['ic0', 'cg with ic0, which'],
] as const)('of a method that is chosen for M = %s that is told', async (M, words) => {
  const { chosen } = await solve(system, [1, 2], { M });
  expect(chosen.join(' ')).toContain(words);
});

it('of a saddle point no diagonal is told that is not used', async () => {
  const saddle = cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 0, 1], colIndex: [0, 1, 0], values: [2, 1, 1] });
  const { chosen } = await solve(await hostSystem(saddle), [1, 2], { M: 'none' });
  expect(chosen.join(' ')).toMatch(/not definite: minres$/u);
});

describe('a function that returns what it is to write is told so', () => {
  const square = { rows: 2, cols: 2 };
  const half = (x: ArrayLike<number>): Float64Array => Float64Array.from(x, (value) => value / 2);
  const later = async (x: ArrayLike<number>): Promise<Float64Array> => half(x);

  it.each([half, later])('as a preconditioner', async (f) => {
    await expect(
      solve(system, [1, 2], { method: 'gmres', M: { shape: square, apply: f as never } }),
    ).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
      message: expect.stringContaining('returned 2 numbers'),
      fix: expect.stringContaining('(x, y) =>'),
    });
  });

  it.each([half, later])('as a matrix', async (f) => {
    const shape = { rows: 2, cols: 2 };
    for (const given of [{ apply: f }, { apply: () => {}, transposed: { shape, apply: f } }])
      await expect(
        solve(await hostSystem({ shape, ...(given as never as { apply: () => void }) }), [1, 2], { method: 'lsqr' }),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^SOLVER\.(?:FUNCTION|UNFIT)$/u) });
  });

  it('and one that writes may return what it wrote', async () => {
    const copied = (x: ValueArray, y: ValueArray): void => void y.map((_, i) => (y[i] = x[i] as number));
    const M = { shape: square, apply: copied };
    expect((await solve(system, [1, 2], { method: 'gmres', M })).converged).toBe(true);
    const same = ((x: Float64Array, y: Float64Array) => {
      y.set(x);
      return y;
    }) as never;
    expect((await solve(system, [1, 2], { method: 'gmres', M: { shape: square, apply: same } })).converged).toBe(true);
  });
});

it('what gmres prepares grows with the iterations it takes, not with those that it may take', async () => {
  const n = 2000;
  const line = await hostSystem({
    shape: { rows: n, cols: n },
    apply: (x, y) => {
      for (let i = 0; i < n; i++) y[i] = (1 + (i % 3)) * (x[i] as number);
    },
  });
  const counted = async (restart: number) => {
    const counts = { vectors: 0, scalars: 0, steps: 0 };
    const watched: System = {
      ...line,
      newSpace: () => {
        const space = line.newSpace();
        return {
          ...space,
          vector: (length) => (counts.vectors++, space.vector(length)),
          scalar: (value) => (counts.scalars++, space.scalar(value)),
          compile: (steps) => ((counts.steps += steps.length), space.compile(steps)),
        };
      },
    };
    const found = await solve(watched, new Float64Array(n).fill(1), { method: 'gmres', restart, rtol: 1e-10 });
    expect([found.converged, found.iterations]).toEqual([true, 3]);
    return counts;
  };
  expect(await counted(1500)).toEqual(await counted(30));
});

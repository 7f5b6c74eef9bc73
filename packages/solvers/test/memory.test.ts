import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { expect, it } from 'vitest';
import type { MethodId } from '../src/index.ts';
import { deviceSystem, pageRank, solve, solverPlugins } from '../src/index.ts';
import { cooOf } from './dense.ts';

/** Bytes outside of the heap of JavaScript. */
function held(): number {
  const { arrayBuffers, external } = process.memoryUsage();
  return arrayBuffers + external;
}

it('holds no more after 10⁵ iterations on a backend than after 10⁴', async () => {
  // A circle of two, undamped from one side: the ranks change places for ever.
  const circle = cooOf([
    [0, 1],
    [1, 0],
  ]);
  const backend = await openBackend(serial);
  const registry = createRegistry([serialPlugin, formats, ...solverPlugins]);
  let [early, late] = [0, 0];
  const found = await pageRank(circle, {
    damping: 1,
    personalization: [1, 0],
    maxiter: 100_000,
    place: { backend, registry },
    callback: ({ iteration }) => {
      if (iteration === 10_000) early = held();
      if (iteration === 100_000) late = held();
    },
    checkEvery: 10_000,
  });
  expect([found.reason, found.iterations]).toEqual(['limit', 100_000]);
  expect(late - early).toBeLessThan(1_000_000);
  await backend.dispose();
});

it.each(['cg', 'minres', 'bicgstab', 'gmres', 'lsqr'] as const satisfies readonly MethodId[])(
  '%s holds no more after 10⁵ iterations than after 10⁴, however often it begins',
  async (method) => {
    // −u″ on a line: its condition keeps every method busy, and what is asked for is out of reach.
    const n = 400;
    const line = cooOf(
      Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_unused, j) => [2, -1][Math.abs(i - j)] ?? 0)),
    );
    const backend = await openBackend(serial);
    const registry = createRegistry([serialPlugin, formats, ...solverPlugins]);
    const system = await deviceSystem({ backend, registry, coo: line });
    const b = Float64Array.from({ length: n }, (_, i) => Math.sin(i));
    let [total, early] = [0, 0];
    while (total < 100_000) {
      const most = early === 0 ? 10_000 - total : 100_000 - total;
      const restart = method === 'gmres' ? { restart: 5 } : {};
      const found = await solve(system, b, { method, M: 'none', ...restart, rtol: 0, maxiter: most });
      expect([found.converged, found.iterations > 0]).toEqual([false, true]);
      total += found.iterations;
      if (total >= 10_000) early ||= held();
    }
    expect(held() - early).toBeLessThan(2_000_000);
    await system.dispose();
    await backend.dispose();
  },
);

it('prepares nothing anew when it solves with a matrix again', async () => {
  const backend = await openBackend(serial);
  const registry = createRegistry([serialPlugin, formats, ...solverPlugins]);
  let prepared = 0;
  const counted: typeof backend = {
    ...backend,
    prepare(request) {
      prepared++;
      return backend.prepare(request);
    },
  };
  const coo = cooOf([
    [4, 1, 0],
    [1, 3, 1],
    [0, 1, 2],
  ]);
  const system = await deviceSystem({ backend: counted, registry, coo });
  for (const method of ['cg', 'bicgstab', 'gmres', 'minres', 'lsqr'] as const) {
    const first = await solve(system, [1, 2, 3], { method, rtol: 1e-10 });
    const once = prepared;
    const second = await solve(system, [1, 2, 3], { method, rtol: 1e-10 });
    expect([method, first.converged, second.x, prepared]).toEqual([method, true, first.x, once]);
  }
  await system.dispose();
  await backend.dispose();
});

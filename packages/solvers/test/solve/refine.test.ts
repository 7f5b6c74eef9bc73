import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import type { CooMatrix } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { randomVector, stencil5 } from '@spmv/testkit';
import { plugin as vectors } from '@spmv/vectors';
import { expect, it } from 'vitest';
import { deviceSystem, hostSystem, refine, solve } from '../../src/index.ts';
import { cooOf, denseOf, difference, eliminate } from '../dense.ts';

const poisson = stencil5({ n: 15, ny: 14 });
const b = randomVector(210, { seed: 8 });

async function single(coo: CooMatrix) {
  const backend = await openBackend(serial);
  const registry = createRegistry([serialPlugin, formats, vectors]);
  return { backend, system: await deviceSystem({ backend, registry, coo, precision: 'f32' }) };
}

it.each(['cg', 'bicgstab', 'gmres', 'minres'] as const)(
  '%s in f32 is refined to digits that f64 alone has',
  async (method) => {
    const { backend, system } = await single(poisson);
    const alone = await solve(system, b, { method, rtol: 1e-12 });
    expect(alone.converged).toBe(false);
    const found = await refine(await hostSystem(poisson), system, b, { method, rtol: 1e-12 });
    expect([found.reason, found.restarts > 1, found.x instanceof Float64Array]).toEqual(['converged', true, true]);
    expect(found.residual).toBeLessThanOrEqual(found.tolerance);
    expect(difference(found.x, eliminate(denseOf(poisson), b))).toBeLessThan(1e-9);
    await backend.dispose();
  },
);

it('says that corrections bring nothing where f32 knows too little of the matrix', async () => {
  const hilbert = cooOf(
    Array.from({ length: 9 }, (_, i) => Array.from({ length: 9 }, (_unused, j) => 1 / (i + j + 1))),
  );
  const { backend, system } = await single(hilbert);
  const found = await refine(await hostSystem(hilbert), system, new Float64Array(9).fill(1), {
    method: 'minres',
    rtol: 1e-14,
  });
  expect(found.converged).toBe(false);
  expect(['stagnation', 'breakdown', 'limit']).toContain(found.reason);
  expect(found.error?.code).toBe('SOLVER.NOT_CONVERGED');
  await backend.dispose();
});

it('ends by a limit of all iterations and by the signal', async () => {
  const { backend, system } = await single(poisson);
  const host = await hostSystem(poisson);
  const limited = await refine(host, system, b, { rtol: 1e-12, maxiter: 20 });
  expect([limited.reason, limited.iterations <= 20]).toEqual([expect.stringMatching(/limit|stagnation/u), true]);
  const stopped = await refine(host, system, b, { rtol: 1e-12, signal: AbortSignal.abort() });
  expect([stopped.reason, stopped.iterations]).toEqual(['aborted', 0]);
  await backend.dispose();
});

it('gives zeros for b = 0', async () => {
  const host = await hostSystem(poisson);
  const found = await refine(host, host, new Float64Array(210), { x0: b });
  expect([found.converged, Math.hypot(...found.x)]).toEqual([true, 0]);
});

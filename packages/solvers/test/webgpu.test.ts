import { plugin as webgpuPlugin, webgpu } from '@spmv/backend-webgpu';
import type { Backend } from '@spmv/core';
import { complexCoo, createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { randomVector, stencil5 } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceSystem, hostSystem, pageRank, refine, solve, solverPlugins } from '../src/index.ts';
import { cooOf, denseOf, difference, eliminate } from './dense.ts';
import { FULL } from '../../../tools/full-lane.ts';
import { needsBackend } from '../../../tools/needs.ts';

const probe = await webgpu.probe();
const registry = createRegistry([webgpuPlugin, formats, ...solverPlugins]);
const poisson = stencil5({ n: 12, ny: 9 });
const b = randomVector(108, { seed: 5 });

describe('on WebGPU', needsBackend('webgpu', probe), () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(webgpu);
  });
  afterAll(() => backend.dispose());

  it.each(
    (
      [
        ['cg', 'block-jacobi'],
        ['gmres', 'none'],
        ['lsqr', 'none'],
        ['cg', 'none'],
        ['cg', 'jacobi'],
        ['cg', 'chebyshev'],
        ['bicgstab', 'jacobi'],
        ['minres', 'jacobi'],
      ] as const
    ).slice(0, FULL ? 8 : 3),
  )('%s with %s finds in f32 what elimination finds', async (method, M) => {
    const system = await deviceSystem({ backend, registry, coo: poisson, precision: 'f32' });
    const found = await solve(system, b, { method, M, rtol: 1e-5 });
    expect(found.reason).toBe('converged');
    expect(difference(found.x, eliminate(denseOf(poisson), b))).toBeLessThan(1e-3);
    await system.dispose();
  });

  it('goes through the levels of multigrid in f32, inside f64 too', async () => {
    const coo = stencil5({ n: 24, ny: 22 });
    const right = randomVector(528, { seed: 6 });
    const system = await deviceSystem({ backend, registry, coo, precision: 'f32' });
    const found = await solve(system, right, { method: 'cg', M: 'multigrid', rtol: 1e-5 });
    expect(found.reason).toBe('converged');
    expect(found.levels?.rows.length).toBeGreaterThan(1);
    expect(found.iterations).toBeLessThanOrEqual(12);
    const refined = await refine(await hostSystem(coo), system, right, { method: 'cg', M: 'multigrid', rtol: 1e-10 });
    expect(refined.reason).toBe('converged');
    await system.dispose();
  });

  it('solves a complex system in c64', async () => {
    const coo = complexCoo(poisson, randomVector(poisson.values.length, { seed: 7 }));
    const [system, host] = [await deviceSystem({ backend, registry, coo, precision: 'c64' }), await hostSystem(coo)];
    const right = randomVector(216, { seed: 8 });
    const found = await solve(system, right, { method: 'bicgstab', M: 'jacobi', rtol: 1e-5 });
    const { x } = await solve(host, right, { method: 'gmres', M: 'none', rtol: 1e-12 });
    expect([found.reason, found.place.includes('c64')]).toEqual(['converged', true]);
    expect(difference(found.x, x)).toBeLessThan(1e-3);
    for (const one of [system, host]) await one.dispose();
  });

  it('solves in f32 what is refined in f64', async () => {
    const system = await deviceSystem({ backend, registry, coo: poisson, precision: 'f32' });
    const found = await refine(await hostSystem(poisson), system, b, { method: 'cg', rtol: 1e-12 });
    expect([found.reason, found.residual <= found.tolerance]).toEqual(['converged', true]);
    await system.dispose();
  });

  it('refuses a preconditioner that goes row by row, and names those that do not', async () => {
    const system = await deviceSystem({ backend, registry, coo: poisson, precision: 'f32' });
    await expect(solve(system, b, { method: 'cg', M: 'ic0' })).rejects.toMatchObject({
      code: 'SOLVER.PRECONDITIONER',
      fix: expect.stringContaining("'chebyshev'"),
    });
    await system.dispose();
  });

  it('ranks nodes', async () => {
    const links = cooOf([
      [0, 1, 1],
      [0, 0, 1],
      [0, 0, 0],
    ]);
    const expected = await pageRank(links);
    const found = await pageRank(links, { tol: 1e-5, place: { backend, registry, precision: 'f32' } });
    expect(found.converged).toBe(true);
    expect(difference(found.ranks, expected.ranks)).toBeLessThan(1e-4);
  });
});

import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import type { Kernel, Plugin } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { stencil5 } from '@spmv/testkit';
import { plugin as vectors } from '@spmv/vectors';
import { expect, it } from 'vitest';
import { deviceSystem, pageRank, solve } from '../../src/index.ts';

/** The same kernels as compiled ones, whose code is not here. */
const absent = ({ kernels = [], ...plugin }: Plugin): Plugin => ({
  name: `${plugin.name}-native`,
  apiVersion: plugin.apiVersion,
  kernels: kernels
    .filter(({ target }) => target === 'js')
    .map((kernel): Kernel => ({
      ...kernel,
      id: kernel.id.replace('js/', 'native/'),
      target: 'native',
      program: () => ({
        passes: [
          {
            module: new URL('absent-native.ts', import.meta.url).href,
            export: 'none',
            arguments: [],
            partition: { unit: 'elements', count: 1 },
          },
        ],
      }),
    })),
});

it('compiled kernels that are registered and not installed are left to others, and where there are none it is said', async () => {
  const backend = await openBackend(serial);
  const coo = stencil5({ n: 6 });
  const natives = [absent(serialPlugin), absent(vectors)];
  const registry = createRegistry([serialPlugin, formats, vectors, ...natives]);
  const system = await deviceSystem({ backend, registry, coo });
  expect((await solve(system, new Float64Array(36).fill(1), { rtol: 1e-10 })).converged).toBe(true);
  expect((await solve(system, new Float64Array(36).fill(1), { method: 'lsqr', M: 'none' })).converged).toBe(true);
  const links = { ...coo, values: coo.values.map(Math.abs) };
  expect((await pageRank(links, { place: { backend, registry } })).converged).toBe(true);
  const alone = createRegistry([serialPlugin, formats, { ...vectors, kernels: [] }, ...natives]);
  const none = await deviceSystem({ backend, registry: alone, coo });
  await expect(solve(none, new Float64Array(36).fill(1), { method: 'cg' })).rejects.toMatchObject({
    code: 'BACKEND.UNAVAILABLE',
    fix: 'Use another machine.',
  });
  await none.dispose();
  await system.dispose();
  await backend.dispose();
});

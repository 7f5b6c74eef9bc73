import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { expect, it } from 'vitest';
import { pageRank, solverPlugins } from '../src/index.ts';
import { cooOf } from './dense.ts';

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
      const { arrayBuffers, external } = process.memoryUsage();
      if (iteration === 10_000) early = arrayBuffers + external;
      if (iteration === 100_000) late = arrayBuffers + external;
    },
    checkEvery: 10_000,
  });
  expect([found.reason, found.iterations]).toEqual(['limit', 100_000]);
  expect(late - early).toBeLessThan(1_000_000);
  await backend.dispose();
});

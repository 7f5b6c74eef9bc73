import type { Vector } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { expect, it } from 'vitest';
import { createWebGpu } from '../src/index.ts';
import { fakeGpu } from './fake-gpu.ts';

it('numbers that are read in one turn cost one submission and one wait', async () => {
  const host = fakeGpu();
  const backend = await openBackend(createWebGpu(host));
  const numbers: Vector[] = [];
  for (let i = 0; i < 40; i++) numbers.push(backend.vector(1, 'f32'));
  await backend.finish();
  const read = async (count: number): Promise<number> => {
    const before = host.calls;
    await Promise.all(numbers.slice(0, count).map((one) => one.read()));
    return host.calls - before;
  };
  expect(await read(40)).toBe(await read(1));
  const blocks = host.alive.buffers;
  await read(40);
  expect(host.alive.buffers).toBe(blocks);
  await backend.dispose();
  expect(host.alive).toEqual({ buffers: 0, querySets: 0, handles: 0 });
});

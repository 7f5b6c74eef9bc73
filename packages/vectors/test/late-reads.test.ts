import { webgpu } from '@spmv/backend-webgpu';
import type { Vector } from '@spmv/core';
import { openBackend, product } from '@spmv/core';
import { expect, it } from 'vitest';
import { linear, wgslKernels } from '../src/index.ts';
import { needsBackend } from '../../../tools/needs.ts';

const probe = await webgpu.probe();

it('a read holds products before it and none after it', needsBackend('webgpu', probe), async () => {
  const backend = await openBackend(webgpu);
  const add = await backend.prepare({
    operation: linear,
    kernel: wgslKernels.linear.none,
    sizes: { n: 1 },
    precision: 'f32',
  });
  const one = backend.vector(Float32Array.of(1));
  const sums: Vector[] = [];
  for (let i = 0; i < 8; i++) sums.push(backend.vector(Float32Array.of(i)));
  const runs = await Promise.all(sums.map((sum) => backend.sequence([product(add, one, one, sum, one)])));
  const seen: Promise<ArrayLike<number>>[] = [];
  for (let round = 1; round <= 3; round++) {
    for (let times = 0; times < 50; times++) for (const run of runs) run.run();
    seen.push(...sums.map((sum) => sum.read()));
    // More than a submission holds.
    for (let times = 0; times < 50; times++) for (const run of runs) run.run();
  }
  const found = (await Promise.all(seen)).map((values) => values[0]);
  expect(found).toEqual([50, 150, 250].flatMap((more) => sums.map((_, i) => i + more)));
  // More bytes than are read together.
  const long = backend.vector(Float32Array.from({ length: 3000 }, (_, i) => i));
  const all = await Promise.all([...sums.map((sum) => sum.read()), long.read()]);
  expect(all.map((values) => values.at(-1))).toEqual([...sums.map((_, i) => i + 300), 2999]);
  await backend.dispose();
});

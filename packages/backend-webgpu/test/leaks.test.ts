import type { Backend, StoredMatrix } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { powerLaw } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWebGpu, plugin } from '../src/index.ts';
import { fakeGpu } from './fake-gpu.ts';

const registry = createRegistry([plugin, formats]);
const coo = powerLaw({ rows: 60, cols: 50, meanPerRow: 4, maxPerRow: 40 });

function stored(kernel: string): StoredMatrix {
  return buildMatrix(registry.format(registry.kernel(kernel).format ?? ''), coo, { valueType: 'f32' });
}

const prepare = (backend: Backend, id: string): ReturnType<Backend['prepare']> =>
  backend.prepare({ operation: spmv, matrix: stored(id), kernel: registry.kernel(id) });

/** What a user does with an opened backend, everything disposed of again. */
const WORK: readonly (readonly [name: string, work: (backend: Backend) => Promise<void>])[] = [
  ...['wgsl/csr', 'wgsl/csr-balanced', 'wgsl/coo', 'wgsl/ellpack'].map(
    (id) => [`prepare ${id}`, async (backend: Backend) => (await prepare(backend, id)).dispose()] as const,
  ),
  ...[10, new Float32Array(10)].map(
    (contents) =>
      [
        typeof contents === 'number' ? 'vector of zeros' : 'vector of numbers',
        async (backend: Backend) => {
          const vector = backend.vector(contents, 'f32');
          try {
            await backend.finish();
          } finally {
            await vector.dispose();
          }
        },
      ] as const,
  ),
  ...[false, true].map(
    (cold) =>
      [
        cold ? 'time with cold caches' : 'time with hot caches',
        async (backend: Backend) => {
          const made: { dispose(): unknown }[] = [];
          try {
            const operator = await prepare(backend, 'wgsl/coo');
            made.push(operator);
            const x = backend.vector(50, 'f32');
            made.push(x);
            const y = backend.vector(60, 'f32');
            made.push(y);
            await operator.time([x, y], { runs: 3, cold });
          } finally {
            for (const one of made) await one.dispose();
          }
        },
      ] as const,
  ),
];

// Whatever fails is waited for, a second long, to be told that the device is lost: this one never is.
beforeAll(() => {
  const later = setTimeout;
  vi.stubGlobal('setTimeout', (then: () => void) => later(then, 0));
});
afterAll(() => vi.unstubAllGlobals());

describe.each(WORK)('%s', (name, work) => {
  it('leaves no buffer and no query set behind, whichever of its calls fails', async () => {
    const isTimed = name.startsWith('time');
    let failures = 0;
    for (let step = 1; ; step++) {
      // A backend of its own: one that has failed remembers compiled pipelines.
      const gpu = fakeGpu();
      const backend = await openBackend(createWebGpu(gpu));
      const before = { ...gpu.alive };
      const calls = gpu.calls;
      gpu.failIn(step);
      const failed = await work(backend).then(
        () => false,
        () => true,
      );
      const done = gpu.calls < calls + step;
      gpu.failIn(Infinity);
      // What goes on beside what failed comes to its end.
      await new Promise((resolve) => void setTimeout(resolve, 0));
      // What a device's clock is read by is made once, and stays until the device goes.
      const clocks = gpu.alive.querySets;
      expect(clocks).toBeLessThanOrEqual(isTimed ? 1 : 0);
      expect(gpu.alive.handles).toBe(before.handles);
      expect(gpu.alive.buffers, `step ${step}`).toBeLessThanOrEqual(before.buffers + clocks);
      await backend.dispose();
      expect(gpu.alive, `step ${step}`).toEqual({ buffers: 0, querySets: 0, handles: 0 });
      if (done) {
        expect(failed).toBe(false);
        break;
      }
      if (failed) failures++;
    }
    expect(failures).toBeGreaterThan(1);
  });
});

it.each(['operator', 'vector', 'backend'] as const)(
  'disposing of the %s lets go of everything, also when the last products cannot be submitted',
  async (what) => {
    const gpu = fakeGpu();
    const backend = await openBackend(createWebGpu(gpu));
    const operator = await prepare(backend, 'wgsl/csr');
    const [x, y] = [backend.vector(50, 'f32'), backend.vector(60, 'f32')];
    const before = gpu.alive.buffers;
    operator.apply(x, y);
    gpu.failIn(1, true);
    const first = { operator, vector: y, backend }[what];
    await (async () => first.dispose())().catch(() => {});
    expect(gpu.alive.buffers).toBeLessThan(before);
    await backend.dispose().catch(() => {});
    expect(gpu.alive).toEqual({ buffers: 0, querySets: 0, handles: 0 });
  },
);

it('opening and probing let go of the adapter, whichever of their calls fails', async () => {
  for (const work of [
    async (gpu: ReturnType<typeof fakeGpu>) => (await openBackend(createWebGpu(gpu))).dispose(),
    async (gpu: ReturnType<typeof fakeGpu>) => void (await createWebGpu(gpu).probe()),
  ]) {
    for (let step = 1, calls = step; calls >= step; step++) {
      const gpu = fakeGpu();
      gpu.failIn(step);
      await work(gpu).catch(() => {});
      calls = gpu.calls;
      expect({ step, handles: gpu.alive.handles }).toEqual({ step, handles: 0 });
    }
  }
});

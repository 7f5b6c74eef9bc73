import type { Backend, BackendDescriptor, StoredMatrix, Vector } from '@spmv/core';
import { buildMatrix, buildStripes, createRegistry, isSpmvError, openBackend, product, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { powerLaw } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { cuda } from '../src/descriptor.ts';
import { openCudaDriver } from '../src/driver.ts';
import plugin from '../src/plugin.ts';
import type { FakeAddon } from './fake-addon.ts';
import { fakeAddon } from './fake-addon.ts';
import { repeated, update, updateKernel } from './update-operation.ts';

const registry = createRegistry([plugin, formats]);
/** Of enough rows for two stripes. */
const coo = powerLaw({ rows: 300, cols: 250, meanPerRow: 4, maxPerRow: 40 });

const descriptorOf = (addon: FakeAddon): BackendDescriptor => ({
  ...cuda,
  open: (options) => openCudaDriver(options, undefined, addon),
});

function stored(kernel: string): StoredMatrix {
  return buildMatrix(registry.format(registry.kernel(kernel).format ?? ''), coo, { valueType: 'f64' });
}

const NOTHING = { buffer: 0, module: 0, operator: 0, device: 0, pinned: 0, exchange: 0, clock: 0, replay: 0 };

/** What a user does with an opened backend; what it made is disposed of where it succeeds. */
const WORK: readonly (readonly [name: string, work: (backend: Backend) => Promise<void>])[] = [
  ...['cuda/csr-vector', 'cuda/csr-two-pass', 'cuda/coo', 'cuda/csr-cusparse-alg1', 'cuda/csr-cusparse-sell'].map(
    (id) =>
      [
        `prepare ${id}`,
        async (backend: Backend) =>
          (await backend.prepare({ operation: spmv, matrix: stored(id), kernel: registry.kernel(id) })).dispose(),
      ] as const,
  ),
  [
    'prepare in pieces',
    async (backend) => {
      const stripes = buildStripes(registry.format('csr'), coo, { count: 3 });
      await (
        await backend.prepare({ operation: spmv, stripes, kernel: registry.kernel('cuda/csr-two-pass') })
      ).dispose();
    },
  ],
  ['vector of zeros', async (backend) => backend.vector(10).dispose()],
  ['vector of numbers', async (backend) => backend.vector(new Float64Array(10)).dispose()],
  [
    'sequence',
    async (backend) => {
      const kernel = registry.kernel('cuda/csr-vector');
      const owned: { dispose(): Promise<void> }[] = [];
      const own = <T extends { dispose(): Promise<void> }>(made: T): T => {
        owned.push(made);
        return made;
      };
      try {
        const operator = own(await backend.prepare({ operation: spmv, matrix: stored(kernel.id), kernel }));
        const [x, y] = [own(backend.vector(250)), own(backend.vector(300))];
        const sequence = own(await backend.sequence([product(operator, x, y), product(operator, x, y, 2, 1)]));
        sequence.run();
      } finally {
        for (const one of owned.toReversed()) await one.dispose();
      }
    },
  ],
  [
    'products without a matrix, of parts and repeated, before and after a matrix',
    async (backend) => {
      const owned: { dispose(): Promise<void> }[] = [];
      const own = <T extends { dispose(): Promise<void> }>(made: T): T => {
        owned.push(made);
        return made;
      };
      try {
        const operator = own(await backend.prepare({ operation: update, kernel: updateKernel(), sizes: { n: 300 } }));
        const kernel = registry.kernel('cuda/csr-vector');
        const A = own(await backend.prepare({ operation: spmv, matrix: stored(kernel.id), kernel }));
        const all = own(await backend.prepare({ operation: repeated, kernel: updateKernel(repeated) }));
        const [x, y] = [own(backend.vector(300)), own(backend.vector(300))];
        const [a, w, s] = [own(backend.vector(1)), own(backend.vector(3)), own(backend.vector(1))];
        operator.apply(x, a, y, w, s);
        A.apply(own(backend.vector(250)), y);
        const few = [own(backend.vector(10)), own(backend.vector(10))] as const;
        const steps = [product(operator, x, a, y, w, s), product(all, few[0], a, few[1], w, s)];
        own(await backend.sequence(steps)).run();
      } finally {
        for (const one of owned.toReversed()) await one.dispose();
      }
    },
  ],
];

describe.each([
  ...WORK.map(([name, work]) => [name, undefined, work] as const),
  // Several devices take a matrix whole.
  ...WORK.filter(([name]) => name !== 'prepare in pieces').map(([name, work]) => [name, '0,0', work] as const),
])('%s on device %s', (_name, device, work) => {
  it('leaves no buffer and no operator behind, whichever of its calls fails', async () => {
    let failures = 0;
    for (let step = 1; ; step++) {
      // Several devices end with an error of one.
      const addon = fakeAddon();
      const backend = await openBackend(descriptorOf(addon), device === undefined ? {} : { device });
      const { buffer, operator, exchange, pinned } = addon.alive;
      const before = addon.calls;
      addon.failIn(step);
      const thrown: unknown = await work(backend).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (thrown !== undefined) expect(isSpmvError(thrown)).toBe(true);
      expect({ step, ...addon.alive }).toMatchObject({ step, buffer, operator, exchange, pinned });
      const isOver = addon.calls < before + step;
      addon.failIn(Infinity);
      await backend.dispose();
      expect(addon.alive).toEqual(NOTHING);
      if (isOver) break;
      failures++;
    }
    expect(failures).toBeGreaterThan(1);
  });
});

it.each(['0', '0,0'])('opening device %s leaves none behind, whichever of its calls fails', async (device) => {
  for (let step = 1, calls = step; calls >= step; step++) {
    const addon = fakeAddon();
    addon.failIn(step);
    const backend = await openBackend(descriptorOf(addon), { device }).catch((error: unknown) => {
      expect(isSpmvError(error)).toBe(true);
      expect(addon.alive).toEqual(NOTHING);
    });
    calls = addon.calls;
    addon.failIn(Infinity);
    await backend?.dispose();
    expect(addon.alive).toEqual(NOTHING);
  }
});

it('timing with cold caches leaves nothing but what it keeps for the next time', async () => {
  const addon = fakeAddon();
  const backend = await openBackend(descriptorOf(addon));
  const operator = await backend.prepare({
    operation: spmv,
    matrix: stored('cuda/csr-vector'),
    kernel: registry.kernel('cuda/csr-vector'),
  });
  const [x, y] = [backend.vector(250), backend.vector(300)];
  const before = { ...addon.alive };
  for (const step of [1, 2, 3]) {
    addon.failIn(step);
    await expect(operator.time([x, y], { runs: 3, cold: true })).rejects.toMatchObject({ code: 'BACKEND.FAILED' });
    expect(addon.alive).toEqual(before);
  }
  await operator.time([x, y], { runs: 3, cold: true });
  expect(addon.alive).toEqual({ ...before, buffer: before.buffer + 1, operator: before.operator + 1 });
  await backend.dispose();
  expect(addon.alive).toEqual(NOTHING);
});

it('an operator says how full its kernel keeps a multiprocessor', async () => {
  const backend = await openBackend(descriptorOf(fakeAddon()));
  const kernel = registry.kernel('cuda/csr-vector');
  const operator = await backend.prepare({ operation: spmv, matrix: stored(kernel.id), kernel });
  expect(operator.occupancy).toBe(0.5);
  await backend.dispose();
});

it.each([
  ['in a product', async ({ apply }) => apply()],
  ['in a read', async ({ y }) => void (await y.read())],
  ['in a write', ({ y }) => y.write(new Float64Array(300))],
  ['while all is awaited', ({ finish }) => finish()],
] as readonly (readonly [string, (all: { apply(): void; finish(): Promise<void>; y: Vector }) => Promise<void>])[])(
  'an error of one of several devices %s ends all of them: what is asked for later says it, and disposal frees everything',
  async (_name, failing) => {
    const addon = fakeAddon();
    const backend = await openBackend(descriptorOf(addon), { device: '0,0' });
    const kernel = registry.kernel('cuda/csr-vector');
    const operator = await backend.prepare({ operation: spmv, matrix: stored(kernel.id), kernel });
    const [x, y] = [backend.vector(250), backend.vector(300)];
    operator.apply(x, y);
    const work = (): Promise<void> => failing({ apply: () => operator.apply(x, y), finish: () => backend.finish(), y });
    const before = addon.calls;
    await work();
    // Of a product the second device's, after the first one's; of the rest what the second device does, or the first.
    addon.failIn(Math.max(1, addon.calls - before - 1));
    await expect(work()).rejects.toThrow('injected');
    const told = { code: 'BACKEND.FAILED', message: expect.stringContaining('injected') };
    await expect(backend.prepare({ operation: spmv, matrix: stored(kernel.id), kernel })).rejects.toMatchObject(told);
    expect(() => operator.apply(x, y)).toThrow('injected');
    await expect(y.read()).rejects.toMatchObject(told);
    await expect(backend.finish()).rejects.toMatchObject(told);
    await expect(operator.time([x, y], { runs: 2 })).rejects.toMatchObject(told);
    await backend.dispose();
    expect(addon.alive).toEqual(NOTHING);
  },
);

it.each([
  ['hot', false, 0],
  ['cold', true, 0],
  ['hot, reading what it writes', false, 0.5],
])('timing several devices (%s) leaves no clock behind, whichever of its calls fails', async (_name, cold, beta) => {
  let failures = 0;
  for (let step = 1; ; step++) {
    const addon = fakeAddon();
    const backend = await openBackend(descriptorOf(addon), { device: '0,0' });
    const kernel = registry.kernel('cuda/csr-vector');
    const operator = await backend.prepare({ operation: spmv, matrix: stored(kernel.id), kernel });
    const [x, y] = [backend.vector(250), backend.vector(300)];
    const before = addon.calls;
    addon.failIn(step);
    const times = await operator.time([x, y, 1, beta], { runs: 3, cold }).catch(() => undefined);
    expect(addon.alive).toMatchObject({ clock: 0, replay: 0 });
    addon.failIn(Infinity);
    const calls = addon.calls - before;
    await backend.dispose();
    expect(addon.alive).toEqual(NOTHING);
    if (calls < step) {
      expect(times).toHaveLength(3);
      break;
    }
    failures++;
  }
  expect(failures).toBeGreaterThan(5);
});

it('numbers lie in few allocations, which go with the last of them', async () => {
  const addon = fakeAddon();
  const backend = await openBackend(descriptorOf(addon));
  const before = { ...addon.alive };
  const calls = addon.calls;
  const numbers = Array.from({ length: 600 }, () => backend.vector(1));
  // Of 256 each: an allocation and its zeros three times, and a part for each number.
  expect(addon.calls - calls).toBe(600 + 3 * 2);
  expect(addon.alive.buffer).toBe(before.buffer + 600 + 3);
  await Promise.all(numbers.slice(0, 256).map((one) => one.dispose()));
  expect(addon.alive.buffer).toBe(before.buffer + 344 + 2);
  const large = backend.vector(33);
  expect(addon.alive.buffer).toBe(before.buffer + 345 + 2);
  await large.dispose();
  await Promise.all(numbers.slice(256).map((one) => one.dispose()));
  expect(addon.alive).toEqual(before);
  await backend.dispose();
  expect(addon.alive).toEqual(NOTHING);
});

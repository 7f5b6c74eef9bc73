import type { GpuDevice, GpuHost } from '../src/index.ts';
import type { Backend, Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, isSpmvError, openBackend, transposeCoo, spmv } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix } from '@spmv/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createWebGpu, defaultHost, plugin, webgpu } from '../src/index.ts';
import { unavailable } from './adapter.ts';
import { unless } from '../../../tools/needs.ts';

const registry = createRegistry([plugin, formats]);
const error = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

/** The default host, with other limits or a device seen through `around`. */
function hostWith({
  limits = {},
  around = (device) => device,
}: {
  readonly limits?: object;
  readonly around?: (device: GpuDevice) => GpuDevice;
}): GpuHost {
  return {
    title: 'a host with limits of its own',
    async acquire(options) {
      const handle = await defaultHost.acquire(options);
      const { adapter } = handle;
      const all = new Proxy(adapter.limits, {
        get: (target, name) => Reflect.get(limits, name) ?? Reflect.get(target, name, target),
      });
      return {
        ...handle,
        adapter: {
          info: adapter.info,
          features: adapter.features,
          limits: all,
          requestDevice: async (wanted: Parameters<typeof adapter.requestDevice>[0]) =>
            around(await adapter.requestDevice(wanted)),
        },
      };
    },
  };
}

/** A device whose memory is all taken while `full()`: buffers of at least `large` bytes come with an error, as WebGPU reports it. */
function outOfMemory(device: GpuDevice, full: () => boolean, large: number): GpuDevice {
  const scopes: string[] = [];
  let failed = false;
  const changed: Partial<GpuDevice> = {
    createBuffer(descriptor) {
      failed ||= full() && descriptor.size >= large;
      return device.createBuffer(descriptor);
    },
    pushErrorScope(filter) {
      scopes.push(filter);
      device.pushErrorScope(filter);
    },
    async popErrorScope() {
      const mine = scopes.pop() === 'out-of-memory' && failed;
      if (mine) failed = false;
      const found = await device.popErrorScope();
      return mine ? { message: 'Out of memory.' } : found;
    },
  };
  return new Proxy(device, {
    get(target, name) {
      const value = (Reflect.get(changed, name) ?? Reflect.get(target, name, target)) as unknown;
      return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
    },
  });
}

describe('more workgroups than a dimension may have', unless(unavailable), () => {
  it('are folded into two by the device itself', async () => {
    const rows = 65_536 * 64 + 77;
    const backend = await openBackend(webgpu);
    expect(Math.ceil(rows / 64)).toBeGreaterThan(backend.device.limits['maxGroupsPerDimension'] ?? Infinity);
    const colIndex = Int32Array.from({ length: rows }, (_, i) => i % 1000);
    const coo = cooFromEntries(
      { rows, cols: 1000 },
      { rowIndex: Int32Array.from({ length: rows }, (_, i) => i), colIndex, values: new Float64Array(rows).fill(2) },
    );
    const matrix = buildMatrix(registry.format('ellpack'), coo, { valueType: 'f32' });
    const operator = await backend.prepare({
      operation: spmv,
      matrix,
      kernel: registry.kernel('wgsl/ellpack'),
      params: { blockSize: 64 },
    });
    const x = backend.vector(Float32Array.from({ length: 1000 }, (_, j) => j));
    const y = backend.vector(rows, 'f32');
    operator.apply(x, y);
    const product = await y.read();
    // y ← 3y is a dispatch of its own, over as many groups.
    operator.apply(x, y, 0, 3);
    const scaled = await y.read();
    let wrong = 0;
    for (let i = 0; i < rows; i++) if (product[i] !== 2 * (i % 1000) || scaled[i] !== 6 * (i % 1000)) wrong++;
    expect(wrong).toBe(0);
    await backend.dispose();
  });

  let backend: Backend | undefined;
  afterAll(() => backend?.dispose());

  it.each(
    plugin.kernels
      ?.map(({ id }) => id)
      .filter((id) => registry.formats.some(({ id: format }) => format === registry.kernel(id).format)) ?? [],
  )('are folded by %s', async (id) => {
    backend ??= await openBackend(createWebGpu(hostWith({ limits: { maxComputeWorkgroupsPerDimension: 40 } })));
    expect(backend.device.limits['maxGroupsPerDimension']).toBe(40);
    const coo = generateMatrix('random', { rows: 3000, cols: 700, perRow: 5, seed: 8 });
    const kernel: Kernel = registry.kernel(id);
    const matrix = buildMatrix(registry.format(kernel.format ?? ''), coo, { valueType: 'f32' });
    const operator = await backend.prepare({
      operation: spmv,
      matrix,
      kernel,
      params: 'blockSize' in kernel.params.axes ? { blockSize: 64 } : {},
    });
    const seen = kernel.options?.['transpose'] === true ? transposeCoo(coo) : coo;
    const x = Float32Array.from({ length: seen.shape.cols }, (_, k) => Math.sin(k));
    const y = Float32Array.from({ length: seen.shape.rows }, (_, k) => Math.cos(k));
    const [dx, dy] = [backend.vector(x), backend.vector(y)];
    operator.apply(dx, dy, 1.5, -0.5);
    expect(
      judge(await dy.read(), spmvReference({ coo: seen, x, y, alpha: 1.5, beta: -0.5 }, 'f32'), 'f32').errorRatio,
    ).toBeLessThanOrEqual(1);
    await operator.dispose();
  });
});

describe('a device out of memory', unless(unavailable), () => {
  it('refuses vectors and operators in words, and works on when there is room again', async () => {
    let full = false;
    const backend = await openBackend(
      createWebGpu(hostWith({ around: (device) => outOfMemory(device, () => full, 4096) })),
    );
    const coo = generateMatrix('stencil5', { n: 40 });
    const request = {
      operation: spmv,
      matrix: buildMatrix(registry.format('csr'), coo, { valueType: 'f32' }),
      kernel: registry.kernel('wgsl/csr'),
    } as const;
    const kept = backend.vector(Float32Array.of(1, 2, 3));
    full = true;
    const words = /out of memory.*KiB|out of memory.*kB|out of memory.*bytes/iu;
    const isTold = (thrown: unknown): void => {
      expect(isSpmvError(thrown, 'BACKEND.OUT_OF_MEMORY')).toBe(true);
      expect((thrown as Error).message).toMatch(words);
    };
    isTold(await error(backend.prepare(request)));
    const zeros = backend.vector(100_000, 'f32');
    const numbers = backend.vector(new Float32Array(100_000).fill(1));
    for (const told of [zeros.read(), zeros.write(new Float32Array(100_000)), backend.finish(), numbers.read()])
      isTold(await error(told));
    await zeros.dispose();
    await numbers.dispose();
    expect([...(await kept.read())]).toEqual([1, 2, 3]);
    full = false;
    const operator = await backend.prepare(request);
    const x = backend.vector(new Float32Array(1600).fill(1));
    const y = backend.vector(1600, 'f32');
    operator.apply(x, y);
    expect((await y.read())[0]).toBe(2);
    await backend.dispose();
  });

  it('never gives a product of a vector that is not there', async () => {
    let full = false;
    const backend = await openBackend(
      createWebGpu(hostWith({ around: (device) => outOfMemory(device, () => full, 4096) })),
    );
    const matrix = buildMatrix(registry.format('csr'), generateMatrix('stencil5', { n: 40 }), { valueType: 'f32' });
    const operator = await backend.prepare({ operation: spmv, matrix, kernel: registry.kernel('wgsl/csr') });
    const y = backend.vector(1600, 'f32');
    full = true;
    const x = backend.vector(new Float32Array(1600).fill(1));
    operator.apply(x, y);
    const promised = y.read();
    expect(isSpmvError(await error(promised), 'BACKEND.OUT_OF_MEMORY')).toBe(true);
    expect(() => operator.apply(x, y)).toThrow('out of memory');
    await x.dispose();
    expect(isSpmvError(await error(y.read()), 'BACKEND.OUT_OF_MEMORY')).toBe(true);
    await backend.dispose();
  });
});

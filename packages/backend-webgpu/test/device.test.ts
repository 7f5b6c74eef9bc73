import type { GpuDevice, GpuHost } from '../src/index.ts';
import type { Backend, Kernel, ValueArray } from '@spmv/core';
import {
  buildMatrix,
  complexCoo,
  createRegistry,
  createWorkload,
  isSpmvError,
  openBackend,
  referencesOf,
  spmv,
} from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix } from '@spmv/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { createWebGpu, defaultHost, plugin, webgpu } from '../src/index.ts';
import { unavailable } from './adapter.ts';
import { unless } from '../../../tools/needs.ts';

const registry = createRegistry([plugin, formats]);
const kernelOf = (id: string): Kernel => registry.kernel(id) as Kernel;
const error = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

describe('a device', unless(unavailable), () => {
  it('is named, and marked where software stands in for it', async () => {
    const backend = await openBackend(webgpu);
    expect(backend.device.name).not.toBe('');
    if (/swiftshader|llvmpipe/i.test(backend.device.name)) expect(backend.device.kind).toBe('software');
    expect(backend.compile === undefined).toBe(backend.device.kind === 'software');
    expect(Number(backend.device.details?.['doubleFloatBits'])).toBeGreaterThanOrEqual(45);
    await backend.dispose();
  });

  it('is opened by the name that probing lists, or a part of it', async () => {
    const probe = await webgpu.probe();
    const names = probe.available ? probe.devices : [];
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      for (const device of [name, name.slice(0, -12), name.toUpperCase()]) {
        const backend = await openBackend(webgpu, { device });
        expect(name).toContain(backend.device.name);
        await backend.dispose();
      }
    }
  });

  it('that does not exist, and options that do not, are refused with a way out', async () => {
    const missing = await error(openBackend(webgpu, { device: 'no such adapter' }));
    expect(isSpmvError(missing, 'BACKEND.UNAVAILABLE')).toBe(true);
    expect(isSpmvError(await error(openBackend(webgpu, { options: { robustnes: true } })), 'PARAM.UNKNOWN')).toBe(true);
    expect(
      isSpmvError(await error(openBackend(webgpu, { options: { robustness: 'yes' } })), 'PARAM.OUT_OF_RANGE'),
    ).toBe(true);
  });

  it('works with bounds checks and quantised timestamps too', async () => {
    const backend = await openBackend(webgpu, {
      device: 'software',
      options: { robustness: true, quantiseTimestamps: true },
    });
    const y = backend.vector(Float32Array.of(1, 2, 3));
    expect([...(await y.read())]).toEqual([1, 2, 3]);
    await backend.dispose();
  });

  it('that is lost becomes an error', async () => {
    let device: GpuDevice | undefined;
    const host: GpuHost = {
      title: 'a host that can pull the plug',
      async acquire(options) {
        const handle = await defaultHost.acquire(options);
        const { adapter } = handle;
        const wrapped = {
          info: adapter.info,
          features: adapter.features,
          limits: adapter.limits,
          requestDevice: async (wanted: Parameters<typeof adapter.requestDevice>[0]) =>
            (device = await adapter.requestDevice(wanted)),
        };
        return { ...handle, adapter: wrapped };
      },
    };
    const backend = await openBackend(createWebGpu(host));
    const y = backend.vector(4, 'f32');
    device?.destroy();
    await device?.lost;
    expect(isSpmvError(await error(y.read()), 'BACKEND.DEVICE_LOST')).toBe(true);
    expect(isSpmvError(await error((async () => backend.vector(4, 'f32'))()), 'BACKEND.DEVICE_LOST')).toBe(true);
    await backend.dispose();
  });

  it('compiles kernels at once, each once: preparing finds them', async () => {
    const begun: string[] = [];
    let [under, most] = [0, 0];
    const host: GpuHost = {
      title: 'a host that counts',
      async acquire(options) {
        const handle = await defaultHost.acquire(options);
        const { adapter } = handle;
        const requestDevice: typeof adapter.requestDevice = async (wanted) => {
          const device = await adapter.requestDevice(wanted);
          const create = device.createComputePipelineAsync.bind(device);
          device.createComputePipelineAsync = async (what) => {
            begun.push(what.compute.entryPoint);
            most = Math.max(most, ++under);
            return create(what).finally(() => under--);
          };
          return device;
        };
        // Software compiles nothing ahead.
        const info = { vendor: 'none', architecture: '', device: 'a GPU', description: '' };
        const wrapped = { info, features: adapter.features, limits: adapter.limits, requestDevice };
        return { ...handle, adapter: wrapped };
      },
    };
    const backend = await openBackend(createWebGpu(host));
    const coo = generateMatrix('tridiagonal', { rows: 8 });
    const matrix = buildMatrix(registry.format('csr'), coo, { valueType: 'f32' });
    const requests = ['wgsl/csr', 'wgsl/csr-vector'].map((id) => ({ operation: spmv, matrix, kernel: kernelOf(id) }));
    [begun.length, most] = [0, 0];
    await Promise.all(requests.map(async (request) => backend.compile?.(request)));
    const compiled = begun.length;
    expect([compiled >= 2, most >= 2]).toEqual([true, true]);
    for (const request of requests) await backend.prepare(request);
    expect(begun).toHaveLength(compiled);
    await backend.dispose();
  });

  it("reports what a kernel's compiler says, with the line", async () => {
    const backend = await openBackend(webgpu);
    const matrix = buildMatrix(registry.format('csr'), generateMatrix('tridiagonal', { rows: 8 }), {
      valueType: 'f32',
    });
    const broken: Kernel<'wgsl'> = {
      ...(kernelOf('wgsl/csr') as Kernel<'wgsl'>),
      program: () => ({
        source: { kind: 'text', text: '@compute @workgroup_size(1) fn broken() { nonsense(); }' },
        dispatches: [{ entryPoint: 'broken', bindings: [], constants: {}, groups: 1 }],
      }),
    };
    const thrown = await error(backend.prepare({ operation: spmv, matrix, kernel: broken as unknown as Kernel }));
    expect(isSpmvError(thrown, 'KERNEL.COMPILE_FAILED')).toBe(true);
    expect((thrown as Error).message).toMatch(/line 1:.*nonsense/u);
    await backend.dispose();
  });

  it('times products by its own clock', async () => {
    const backend = await openBackend(webgpu);
    const matrix = buildMatrix(registry.format('csr'), generateMatrix('stencil5', { n: 40 }), { valueType: 'f32' });
    const operator = await backend.prepare({ operation: spmv, matrix, kernel: kernelOf('wgsl/csr') });
    const x = backend.vector(new Float32Array(1600).fill(1));
    const y = backend.vector(1600, 'f32');
    for (const cold of [false, true]) {
      const times = await operator.time([x, y], { runs: 5, cold });
      expect(times).toHaveLength(5);
      expect([...(times ?? [])].every((ms) => ms > 0 && ms < 1000)).toBe(true);
    }
    expect((await y.read())[0]).toBe(2);
    await backend.dispose();
  });
});

describe('ELLPACK with its sizes compiled in', unless(unavailable), () => {
  it.each([
    ['column', 1],
    ['column', 4],
    ['row', 1],
  ] as const)('multiplies in %s order, rows a thread: %i', async (order, rows) => {
    const backend = await openBackend(webgpu);
    for (const seed of [1, 2, 3]) {
      const coo = generateMatrix('random', { rows: 90 * seed, cols: 77, perRow: 6 + seed, seed });
      const matrix = buildMatrix(registry.format('ellpack'), coo, {
        valueType: 'f32',
        params: { order, alignment: 32 },
      });
      const operator = await backend.prepare({
        operation: spmv,
        matrix,
        kernel: kernelOf('wgsl/ellpack'),
        params: { blockSize: 64, rows, sizes: 'constant' },
      });
      const x = Float32Array.from({ length: 77 }, (_, k) => Math.sin(k));
      const y = Float32Array.from({ length: 90 * seed }, (_, k) => Math.cos(k));
      const [dx, dy] = [backend.vector(x), backend.vector(y)];
      operator.apply(dx, dy, 1.5, -0.5);
      expect(
        judge(await dy.read(), spmvReference({ coo, x, y, alpha: 1.5, beta: -0.5 }, 'f32'), 'f32').errorRatio,
      ).toBeLessThanOrEqual(1);
    }
    await backend.dispose();
  });
});

describe('a matrix larger than a binding', unless(unavailable), () => {
  const coo = generateMatrix('random', { rows: 300, cols: 250, perRow: 40, seed: 3 });
  const devices = new Map<string, Promise<Backend>>();
  const opened = async (options: Readonly<Record<string, number | boolean>>): Promise<Backend> => {
    const key = JSON.stringify(options);
    const device = devices.get(key) ?? openBackend(webgpu, { options });
    devices.set(key, device);
    return device;
  };
  afterAll(async () => {
    for (const device of devices.values()) await (await device).dispose();
  });

  it.each(['wgsl/csr', 'wgsl/csr-vector', 'wgsl/ellpack', 'wgsl/ellpack-r'])(
    'is worked through in windows by %s',
    async (id) => {
      const backend = await opened({ maxBindingBytes: 8192 });
      const kernel = kernelOf(id);
      for (const precision of ['f32', 'df64'] as const) {
        const vector = (length: number, make: (k: number) => number): ValueArray =>
          precision === 'f32'
            ? Float32Array.from({ length }, (_, k) => make(k))
            : Float64Array.from({ length }, (_, k) => make(k));
        const column = { order: 'column' };
        const points =
          kernel.format === 'csr'
            ? [[{}]]
            : [
                [column],
                [{ order: 'row' }],
                ...(id === 'wgsl/ellpack' ? [[{ ...column, alignment: 32 }, { rows: 4 }]] : []),
              ];
        for (const [params = {}, kernelParams = {}] of points) {
          const matrix = buildMatrix(registry.format(kernel.format ?? ''), coo, {
            valueType: precision === 'f32' ? 'f32' : 'f64',
            params,
          });
          const operator = await backend.prepare({
            operation: spmv,
            matrix,
            kernel,
            precision,
            params: kernelParams,
          });
          const x = vector(250, Math.sin);
          const y = vector(300, Math.cos);
          const dx = backend.vector(x, precision);
          const dy = backend.vector(y, precision);
          operator.apply(dx, dy, 1.5, -0.5);
          const reference = spmvReference({ coo, x, y, alpha: 1.5, beta: -0.5 }, precision);
          expect(judge(await dy.read(), reference, precision).errorRatio).toBeLessThanOrEqual(1);
          await operator.dispose();
        }
      }
    },
  );

  // A window counts values, and not the numbers that they are stored as.
  it.each(['wgsl/csr', 'wgsl/csr-vector', 'wgsl/csc', 'wgsl/ellpack', 'wgsl/ellpack-r'])(
    'is worked through in windows of complex values by %s',
    async (id) => {
      const kernel = kernelOf(id);
      const complex = complexCoo(
        coo,
        Float64Array.from(coo.values, (_, k) => Math.sin(k)),
      );
      const matrix = buildMatrix(registry.format(kernel.format ?? ''), complex, { valueType: 'f32' });
      const [x, y] = [500, 600].map((length) => Float32Array.from({ length }, (_, k) => Math.cos(k)));
      const contents = { x: x as Float32Array, y: y as Float32Array };
      const arithmetic = { precision: 'c64', accumulator: 'c64' } as const;
      const reference = referencesOf(createWorkload(spmv, complex), contents, { alpha: 1.5, beta: -0.5 }, arithmetic);
      for (const options of [{ maxBindingBytes: 16_384 }, { robustness: true }]) {
        const backend = await opened(options);
        const operator = await backend.prepare({ operation: spmv, matrix, kernel, precision: 'c64' });
        const [dx, dy] = [backend.vector(contents.x, 'c64'), backend.vector(contents.y, 'c64')];
        operator.apply(dx, dy, 1.5, -0.5);
        expect(judge(await dy.read(), reference['y'] as Reference, 'c64').errorRatio).toBeLessThanOrEqual(1);
        await operator.dispose();
      }
    },
  );

  it('is refused by kernels that bind it whole, and the limit is named', async () => {
    const backend = await opened({ maxBindingBytes: 8192 });
    const matrix = buildMatrix(registry.format('coo'), coo, { valueType: 'f32' });
    const thrown = await error(backend.prepare({ operation: spmv, matrix, kernel: kernelOf('wgsl/coo') }));
    expect(isSpmvError(thrown, 'BACKEND.LIMIT')).toBe(true);
    expect((thrown as Error).message).toContain('maxStorageBufferBindingSize = 8192');
    expect(isSpmvError(await error((async () => backend.vector(4096, 'f32'))()), 'BACKEND.LIMIT')).toBe(true);
  });
});

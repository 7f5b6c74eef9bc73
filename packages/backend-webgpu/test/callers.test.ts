import { backendInternals, buildMatrix, cooFromEntries, openBackend, product, spmv } from '@spmv/core';
import type { Backend, Operator, SpmvArguments } from '@spmv/core';
import { csr } from '@spmv/formats';
import { afterEach, describe, expect, it } from 'vitest';
import type { GpuBuffer, GpuDevice } from '../src/index.ts';
import {
  bufferOf,
  commandsOf,
  createWebGpu,
  defaultHost,
  submit,
  vectorOn,
  webgpu,
  wgslKernels,
} from '../src/index.ts';
import { BUFFER_USAGE } from '../src/gpu/usage.ts';
import { unless } from '../../../tools/needs.ts';
import { unavailable } from './adapter.ts';
import { fakeGpu } from './fake-gpu.ts';

const { storage, copySource, copyTarget } = BUFFER_USAGE;
const ALL = storage | copySource | copyTarget;

const matrix = buildMatrix(
  csr,
  cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] }),
  { valueType: 'f32' },
);
const kernel = wgslKernels.find(({ id }) => id === 'wgsl/csr');

const prepare = async (backend: Backend): Promise<Operator<SpmvArguments>> => {
  if (!kernel) throw new RangeError('no kernel');
  return backend.prepare({ operation: spmv, matrix, kernel: kernel as never });
};

describe("a caller's device", () => {
  it.each([[{}], [null], [{ requestDevice: () => undefined }]])('is no %j: nothing waits for its loss', (device) => {
    expect(() => createWebGpu({ device } as never)).toThrow('which is no GPUDevice');
  });

  it('is left as it was: nothing of it is destroyed or listened to, and no buffer remains', async () => {
    const host = fakeGpu();
    const { adapter } = await host.acquire({} as never);
    const found = await adapter.requestDevice({ requiredFeatures: [], requiredLimits: {} });
    const called: string[] = [];
    const device: GpuDevice = {
      ...found,
      destroy: () => void called.push('destroy'),
      addEventListener: () => void called.push('addEventListener'),
    };
    const backend = await openBackend(createWebGpu({ device }));
    const A = await prepare(backend);
    const commands = await commandsOf(backend, [product(A, backend.vector(3, 'f32'), backend.vector(2, 'f32'))]);
    commands.encode(device.createCommandEncoder());
    const own = device.createBuffer({ size: 1024, usage: ALL });
    vectorOn(backend, { buffer: own, ownership: 'borrowed', offset: 256, length: 4 });
    vectorOn(backend, { buffer: device.createBuffer({ size: 64, usage: ALL }), ownership: 'adopted' });
    expect(host.alive.buffers).toBeGreaterThan(5);
    await backend.dispose();
    expect(called).toEqual([]);
    // The borrowed one.
    expect(host.alive.buffers).toBe(1);
  });

  it('is not opened by name or with options of opening', async () => {
    const { adapter } = await fakeGpu().acquire({} as never);
    const device = await adapter.requestDevice({ requiredFeatures: [], requiredLimits: {} });
    const code = async (options: object): Promise<unknown> =>
      openBackend(createWebGpu({ device }), options).catch((error: { code: string }) => error.code);
    expect(await code({ device: 'low-power' })).toBe('PARAM.REJECTED');
    expect(await code({ options: { robustness: true } })).toBe('PARAM.REJECTED');
  });

  it('names a limit that it was not requested with', async () => {
    const { adapter } = await fakeGpu().acquire({} as never);
    const found = await adapter.requestDevice({ requiredFeatures: [], requiredLimits: {} });
    const backend = await openBackend(
      createWebGpu({ device: { ...found, limits: { ...found.limits, maxBufferSize: 2 ** 17 } } }),
    );
    expect(() => backend.vector(2 ** 16, 'f32')).toThrow(
      expect.objectContaining({
        code: 'BACKEND.LIMIT',
        fix: expect.stringContaining('requiredLimits: { maxBufferSize: 262144 }') as string,
      }),
    );
    await backend.dispose();
  });

  it('refuses what it cannot bind, with the numbers', async () => {
    const host = fakeGpu();
    const { adapter } = await host.acquire({} as never);
    const device = await adapter.requestDevice({ requiredFeatures: [], requiredLimits: {} });
    const backend = await openBackend(createWebGpu({ device }));
    const buffer = device.createBuffer({ size: 1024, usage: storage });
    const on =
      (range: object, at: GpuBuffer = buffer) =>
      (): unknown =>
        vectorOn(backend, { buffer: at, ownership: 'borrowed', ...range });
    const wrong = (words: RegExp): unknown =>
      expect.objectContaining({ code: 'OPERAND.BUFFER', message: expect.stringMatching(words) as string });
    expect(on({ offset: 8 })).toThrow(wrong(/Offset 8 .* 256/u));
    expect(on({ length: 257 })).toThrow(wrong(/1028 bytes .* has 1024/u));
    expect(on({ offset: 2048, length: 0 })).toThrow(wrong(/from byte 2048/u));
    expect(on({ length: 1.5 })).toThrow(wrong(/1\.5 elements/u));
    expect(on({}, device.createBuffer({ size: 64, usage: copySource }))).toThrow(wrong(/0x4, without STORAGE/u));
    const silent = vectorOn(backend, { buffer, ownership: 'borrowed' });
    expect(silent.length).toBe(256);
    await expect(silent.read()).rejects.toThrow(wrong(/without COPY_SRC/u));
    await expect(silent.write(new Float32Array(256))).rejects.toThrow(wrong(/without COPY_DST/u));
    const [x, y] = [0, 256].map((offset) =>
      vectorOn(backend, { buffer, ownership: 'borrowed', offset, length: offset === 0 ? 3 : 2 }),
    );
    const A = await prepare(backend);
    expect(() => x && y && A.apply(x, y)).toThrow(expect.objectContaining({ code: 'OPERAND.ALIASED' }));
    await backend.dispose();
    const serial = { id: 'serial' } as Backend;
    expect(backendInternals(serial)).toBeUndefined();
    expect(() => submit(serial)).toThrow(expect.objectContaining({ code: 'OPERAND.FOREIGN' }));
  });
});

describe("a caller's device and its buffers", unless(unavailable), () => {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  const request = async (): Promise<GpuDevice> => {
    const handle = await defaultHost.acquire({
      device: 'high-performance',
      robustness: true,
      validation: true,
      quantiseTimestamps: false,
      maxBindingBytes: 0,
    });
    const device = await handle.adapter.requestDevice({ requiredFeatures: [], requiredLimits: {} });
    ends.push(() => {
      device.destroy();
      handle.release();
    });
    return device;
  };

  const bufferWith = (device: GpuDevice, numbers: readonly number[]): GpuBuffer => {
    const buffer = device.createBuffer({ size: numbers.length * 4, usage: ALL });
    device.queue.writeBuffer(buffer, 0, Float32Array.from(numbers));
    return buffer;
  };

  it('products read and write parts of them, and nothing around', async () => {
    const device = await request();
    const backend = await openBackend(createWebGpu({ device }));
    expect(backend.device.details?.['through']).toBe("the caller's GPUDevice");
    const A = await prepare(backend);
    const from = bufferWith(device, [...Array<number>(64).fill(NaN), 1, 10, 100, NaN]);
    const into = bufferWith(device, [...Array<number>(64).fill(7), 1, 2, 8, 9]);
    const x = vectorOn(backend, { buffer: from, ownership: 'borrowed', offset: 256, length: 3 });
    const y = vectorOn(backend, { buffer: into, ownership: 'borrowed', offset: 256, length: 2 });
    const ownership: 'borrowed' = y.ownership;
    expect(ownership).toBe('borrowed');
    A.apply(x, y, 2, 1);
    expect([...(await y.read())]).toEqual([403, 62]);
    A.apply(x, y, 0, 10);
    const whole = vectorOn(backend, { buffer: into, ownership: 'borrowed' });
    expect([...(await whole.read())]).toEqual([...Array<number>(64).fill(7), 4030, 620, 8, 9]);
    await y.write(Float32Array.of(5, 6));
    expect([...(await whole.read())].slice(62)).toEqual([7, 7, 5, 6, 8, 9]);
    expect(bufferOf(backend, y)).toEqual({ buffer: into, offset: 256, size: 8 });
    await backend.dispose();
    // Still the caller's.
    device.queue.writeBuffer(into, 0, Float32Array.of(1));
    await device.queue.onSubmittedWorkDone();
  });

  it('products are encoded without being submitted, with the scalars that they were made with', async () => {
    const device = await request();
    const backend = await openBackend(createWebGpu({ device }));
    const A = await prepare(backend);
    const [x, y] = [backend.vector(Float32Array.of(1, 10, 100)), backend.vector(Float32Array.of(1, 1))];
    const commands = await commandsOf(backend, [
      product(A, x, y, 1, 1),
      product(A, x, y, 0, 2),
      product(A, x, y, -1, 1),
    ]);
    const encoder = device.createCommandEncoder();
    commands.encode(encoder);
    commands.encode(encoder);
    A.apply(x, y, 5, 0);
    expect([...(await y.read())]).toEqual([1005, 150]);
    device.queue.submit([encoder.finish()]);
    // y + 201, twice that, less 201: 2y + 201, and the same again.
    expect([...(await y.read())]).toEqual([4 * 1005 + 3 * 201, 4 * 150 + 3 * 30]);
    await y.dispose();
    expect(() => commands.encode(device.createCommandEncoder())).toThrow(
      expect.objectContaining({ code: 'LIFETIME.DISPOSED' }),
    );
    await backend.dispose();
  });

  it('products are complete for commands that the caller submits after `submit`, or after `encode`', async () => {
    const device = await request();
    const backend = await openBackend(createWebGpu({ device }));
    const A = await prepare(backend);
    const target = bufferWith(device, [0, 0]);
    const copyOf = async (y: GpuBuffer): Promise<readonly number[]> => {
      const encoder = device.createCommandEncoder();
      encoder.copyBufferToBuffer(y, 0, target, 0, 8);
      device.queue.submit([encoder.finish()]);
      return [...(await vectorOn(backend, { buffer: target, ownership: 'borrowed' }).read())];
    };
    for (const how of ['submit', 'encode'] as const) {
      const [x, y] = [backend.vector(Float32Array.of(1, 10, 100)), backend.vector(2, 'f32')];
      const none = await commandsOf(backend, []);
      A.apply(x, y);
      if (how === 'submit') submit(backend);
      else none.encode(device.createCommandEncoder());
      expect(await copyOf(bufferOf(backend, y)?.buffer as GpuBuffer), how).toEqual([201, 30]);
    }
    await backend.dispose();
  });

  it('errors of other users of the device are not reported as errors of the backend', async () => {
    const device = await request();
    const heard: string[] = [];
    device.addEventListener('uncapturederror', ({ error }) => void heard.push(error.message));
    const backend = await openBackend(createWebGpu({ device }));
    device.createBuffer({ size: 16, usage: BUFFER_USAGE.mapRead | storage });
    await device.queue.onSubmittedWorkDone();
    const y = backend.vector(Float32Array.of(1, 2));
    expect([...(await y.read())]).toEqual([1, 2]);
    expect(heard).toHaveLength(1);
    // Its own are: an operand that the caller has destroyed.
    const gone = bufferWith(device, [1, 2]);
    const z = vectorOn(backend, { buffer: gone, ownership: 'borrowed' });
    gone.destroy();
    const A = await prepare(backend);
    A.apply(backend.vector(3, 'f32'), z);
    // Told once, by whichever call comes after the device has said it.
    const told: unknown[] = [];
    for (let call = 0; call < 2; call++) await backend.finish().catch((error: unknown) => told.push(error));
    expect(told).toEqual([expect.objectContaining({ code: 'BACKEND.FAILED' })]);
    expect(heard).toHaveLength(1);
    await backend.dispose();
  });

  it('an adopted buffer goes with its vector', async () => {
    const device = await request();
    const backend = await openBackend(createWebGpu({ device }));
    let destroyed = 0;
    const buffer = bufferWith(device, [1, 2]);
    const { destroy } = buffer;
    buffer.destroy = () => {
      destroyed++;
      destroy.call(buffer);
    };
    const y = vectorOn(backend, { buffer, ownership: 'adopted' });
    await y.dispose();
    expect(destroyed).toBe(1);
    await expect(backend.dispose()).resolves.toBeUndefined();
  });

  it('is not a device of another backend', async () => {
    const backend = await openBackend(webgpu);
    const other = await openBackend(webgpu);
    expect(() => bufferOf(other, backend.vector(2, 'f32'))).toThrow(
      expect.objectContaining({ code: 'OPERAND.FOREIGN' }),
    );
    await backend.dispose();
    await other.dispose();
  });
});

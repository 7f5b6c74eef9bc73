import type { BackendDriver, DriverRequest, ElementType } from '@spmv/core';
import { allocate } from '@spmv/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWebGpuDriver } from '../src/driver.ts';
import { resolveOptions } from '../src/host/options.ts';
import { defaultHost } from '../src/index.ts';
import { unavailable } from './adapter.ts';
import { fakeGpu } from './fake-gpu.ts';
import { unless } from '../../../tools/needs.ts';

const TEXT = `
@group(0) @binding(1) var<storage, read> a: array<u32>;
@group(0) @binding(2) var<storage, read_write> b: array<u32>;
struct Launch { length: u32 }
@group(0) @binding(3) var<uniform> launch: Launch;
@compute @workgroup_size(64)
fn double(@builtin(global_invocation_id) id: vec3<u32>) {
  if (id.x < launch.length) { b[id.x] = 2 * a[id.x]; }
}`;

/** work.b = 2 work.a, twice over: of 100 elements, then of 40. */
function doubling(memory: NonNullable<DriverRequest['memory']>): DriverRequest {
  const dispatch = (length: number) => ({
    entryPoint: 'double',
    bindings: [
      { buffer: 'work.a', access: 'read' },
      { buffer: 'work.b', access: 'read_write' },
    ] as const,
    constants: {},
    numbers: [length],
    groups: 2,
  });
  return {
    signature: { matrix: undefined, buffers: [], scalars: [], places: [] },
    sizes: { rows: 0, cols: 0, nnz: 0 },
    matrix: {
      format: 'none',
      shape: { rows: 0, cols: 0 },
      nnz: 0,
      valueType: 'f32',
      params: {},
      scalars: {},
      arrays: {},
    },
    kernel: { id: 'a test', operation: 'a test', target: 'wgsl', reproducibility: 'bitwise' },
    program: { source: { kind: 'text', text: TEXT }, dispatches: [dispatch(100), dispatch(40)] },
    auxiliary: {},
    memory,
    kernelParams: {},
    launchParams: {},
    precision: { precision: 'f32', accumulator: 'f32' },
  };
}

const create = async (driver: BackendDriver, what: string, element: ElementType, length: number) => {
  const array = await driver.createArray?.(what, element, length, 'wgsl');
  if (!array) throw new Error('no arrays');
  return array;
};

describe('arrays on the device', unless(unavailable), () => {
  let driver: BackendDriver;
  beforeAll(async () => {
    driver = await openWebGpuDriver(defaultHost, resolveOptions({ options: { maxBindingBytes: 32_768 } }));
  });
  afterAll(() => driver.dispose());

  it('hold any element, and are read from any place', async () => {
    for (const element of ['u8', 'i16', 'u32', 'f32', 'f64'] as const) {
      for (const length of [7, 3001]) {
        const array = await create(driver, 'work.a', element, length);
        const data = allocate(element, length).map((_: number, k: number) => (k % 101) + 1);
        await array.write(data);
        for (const [begin, end] of [
          [0, length],
          [Math.min(1, length), length],
          [length >> 1, (length >> 1) + Math.min(2, length - (length >> 1))],
        ] as const) {
          const target = allocate(element, end - begin);
          await array.read(target, begin);
          expect([element, length, begin, target]).toEqual([element, length, begin, data.slice(begin, end)]);
        }
        array.dispose();
      }
    }
  });

  it('are found by programs, and outlive the operator', async () => {
    const [a, b] = [await create(driver, 'work.a', 'u32', 100), await create(driver, 'work.b', 'u32', 100)];
    await a.write(Uint32Array.from({ length: 100 }, (_, k) => k));
    const operator = await driver.prepare(doubling({ 'work.a': a, 'work.b': b }));
    expect(operator.bytesResident).toBeLessThan(1000);
    operator.apply([], new Float64Array(0));
    operator.dispose();
    const got = new Uint32Array(100);
    await b.read(got, 0);
    expect([...got]).toEqual(Array.from({ length: 100 }, (_, k) => 2 * k));
  });

  it('larger than a binding are refused with the number', async () => {
    const most = await create(driver, 'work.a', 'f32', 8192);
    most.dispose();
    await expect(create(driver, 'C.values', 'f32', 8193)).rejects.toMatchObject({
      code: 'BACKEND.LIMIT',
      message: expect.stringMatching(/'C\.values' of 8193 elements.*maxStorageBufferBindingSize = 32768/u) as string,
      details: { bytes: 32_800, allowed: 32_768 },
    });
  });
});

it('arrays and programs over them leave no buffer behind, whichever call fails', async () => {
  for (let step = 1, done = false; !done; step++) {
    const gpu = fakeGpu();
    const driver = await openWebGpuDriver(gpu, resolveOptions({}));
    const before = gpu.alive.buffers;
    const calls = gpu.calls;
    gpu.failIn(step);
    const made: { dispose(): void }[] = [];
    try {
      const a = await create(driver, 'work.a', 'u32', 9000);
      made.push(a);
      const b = await create(driver, 'work.b', 'u32', 100);
      made.push(b);
      await a.write(new Uint32Array(9000));
      const operator = await driver.prepare(doubling({ 'work.a': a, 'work.b': b }));
      made.unshift(operator);
      operator.apply([], new Float64Array(0));
      await a.read(new Uint32Array(9000), 0);
      done = gpu.calls < calls + step;
    } catch {
      // What was injected.
    }
    gpu.failIn(Infinity);
    for (const one of made) one.dispose();
    await new Promise((resolve) => void setTimeout(resolve, 0));
    expect([step, gpu.alive.buffers]).toEqual([step, before]);
    await driver.dispose().catch(() => {});
  }
});

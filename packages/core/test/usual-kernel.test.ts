import { describe, expect, it } from 'vitest';
import type { Kernel } from '../src/index.ts';
import { API_VERSION, createRegistry, kernelsHere, NO_PARAMS, openBackend, spmv } from '../src/index.ts';
import { matrix } from './counting-device.ts';
import { kernelOf, operationOf, recordingDevice } from './fake-device.ts';
import { thrown } from './thrown.ts';

const none = (): never[] => [];
const functions = { plan: none, build: none, toCoo: none, check: none };
const format = { kind: 'format', id: 'x', layout: {}, params: NO_PARAMS, ...functions } as never;
const operation = operationOf([{ role: 'vector', name: 'y', length: 'rows', access: 'write' }]);

/** A kernel of y ← αAx + βy for format x. */
function reading(id: string, more: Partial<Kernel> = {}): Kernel {
  return { ...kernelOf(spmv as never, { id, format: 'x' }), ...more } as Kernel;
}

const KERNELS = [
  reading('js/x'),
  reading('wasm/x-vendor', { target: 'wasm', vendor: true }),
  reading('wasm/x-transposed', { target: 'wasm', options: { transpose: true } }),
  reading('wasm/x-lacking', { target: 'wasm', requires: ['wings'] }),
  reading('wasm/x-single', { target: 'wasm', precisions: [{ precision: 'f64', accumulator: 'f64', stored: 'f32' }] }),
  reading('wasm/x', { target: 'wasm' }),
  reading('wasm/x-later', { target: 'wasm' }),
  reading('cuda/x', { target: 'cuda' }),
];

async function opened(kernels: readonly Kernel[], formats = [format]) {
  const { descriptor } = recordingDevice();
  const backend = { ...descriptor, targets: ['js', 'wasm'] as const };
  const plugin = {
    name: 'test',
    apiVersion: API_VERSION,
    backends: [backend],
    operations: [operation],
    formats,
    kernels,
  };
  const registry = createRegistry([plugin]);
  return { registry, backend: await openBackend(registry, 'recording') };
}

describe('a backend that was opened from a registry', () => {
  it('prepares a matrix alone by the first kernel that fits it, compiled ones first', async () => {
    const { backend, registry } = await opened(KERNELS);
    const request = { operation: spmv, matrix, trusted: true };
    expect((await backend.prepare(request)).kernel.id).toBe('wasm/x');
    await expect(backend.prepare({ matrix, trusted: true } as never)).rejects.toMatchObject({
      code: 'OPERATION.INVALID',
      fix: expect.stringContaining('operation: spmv') as string,
    });
    const single = { ...matrix, valueType: 'f32' as const, arrays: { values: new Float32Array(1) } };
    expect((await backend.prepare({ ...request, matrix: single })).precision).toBe('f32');
    const place = { registry, id: 'recording', targets: ['js', 'wasm'], device: backend.device };
    const ids = kernelsHere(place, { format: 'x', precision: 'f64' }).map(({ id }) => id);
    expect(ids).toEqual(['wasm/x-transposed', 'wasm/x-single', 'wasm/x', 'wasm/x-later', 'js/x']);
  });

  it('prepares a transposed linear map with the shape of the transpose', async () => {
    const { backend } = await opened(KERNELS);
    const wide = { ...matrix, shape: { rows: 1, cols: 3 } };
    const asked = { operation: spmv, matrix: wide, trusted: true };
    expect((await backend.prepare(asked)).shape).toEqual(wide.shape);
    const turned = await backend.prepare({ ...asked, kernel: KERNELS[2] as Kernel });
    expect(turned.shape).toEqual({ rows: 3, cols: 1 });
  });

  it('takes a kernel of any operation', async () => {
    const own = kernelOf(operation, { id: 'js/own' }) as Kernel;
    const { backend } = await opened([own]);
    expect((await backend.prepare({ operation })).kernel.id).toBe('js/own');
  });

  it.each([
    ['nothing', [], [format], "into the registry a plugin with kernels of format 'x' in js, wasm", ''],
    ['a format', [KERNELS[0] as Kernel], [], 'a plugin', 'js/x is there, and its operation or format is not'],
    ['what the device lacks', [KERNELS[3] as Kernel], [format], 'a plugin', 'needs wings'],
    ['another language', [KERNELS[7] as Kernel], [format], 'js, wasm', 'written in cuda'],
    ["others than a vendor's", [KERNELS[1] as Kernel], [format], 'a plugin', "is a vendor's"],
  ] as const)('says what is missing: %s', async (_what, kernels, formats, fix, why) => {
    const { backend } = await opened(kernels, [...formats]);
    await expect(backend.prepare({ operation: spmv, matrix, trusted: true })).rejects.toMatchObject({
      code: 'KERNEL.NONE',
      message: expect.stringContaining(why),
      fix: expect.stringContaining(fix),
    });
  });

  it('says of a precision that the device does not have what it has, and without a registry how to open it', async () => {
    const { backend } = await opened(KERNELS);
    const prepare =
      (one = backend, precision?: 'f16') =>
      () =>
        one.prepare({ operation: spmv, matrix, trusted: true, ...(precision ? { precision } : {}) });
    expect(await thrown(prepare(backend, 'f16'))).toBe('KERNEL.PRECISION_UNSUPPORTED');
    const bare = await openBackend(recordingDevice().descriptor);
    await expect(prepare(bare)()).rejects.toMatchObject({
      code: 'KERNEL.NONE',
      fix: "Open it from a registry, openBackend(registry, 'recording'), or name a kernel.",
    });
  });

  it('checks a matrix alone as any', async () => {
    const { backend } = await opened(KERNELS);
    expect(await thrown(() => backend.prepare(matrix))).toBe('FORMAT.UNCHECKED');
  });
});

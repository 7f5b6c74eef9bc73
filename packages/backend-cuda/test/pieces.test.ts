import type { Backend, SparseFormat } from '@spmv/core';
import { buildStripes, createRegistry, cutFor, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix, powerLaw } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { cuda } from '../src/descriptor.ts';
import { openCudaDriver } from '../src/driver.ts';
import type { Addon, RoutineArgument, NativeDevice, NativeLaunch } from '../src/native/addon.ts';
import plugin from '../src/plugin.ts';
import { fakeAddon } from './fake-addon.ts';

const registry = createRegistry([plugin, formats]);
const csr: SparseFormat = registry.format('csr');
const coo = powerLaw({ rows: 900, cols: 700, meanPerRow: 6, maxPerRow: 300 });

/** A fake addon whose launches and copies are noted. */
function watched(): { readonly addon: Addon; readonly launches: NativeLaunch[][]; readonly seen: string[] } {
  const addon = fakeAddon();
  const launches: NativeLaunch[][] = [];
  const seen: string[] = [];
  const { Device: Fake } = addon;
  const Device = function Device(ordinal: number, memoryBytes?: number): NativeDevice {
    seen.push(`open ${ordinal} ${memoryBytes}`);
    const device = new Fake(ordinal);
    return {
      ...device,
      launches(list: readonly NativeLaunch[], single) {
        launches.push([...list]);
        return device.launches(list, single);
      },
      async pinned(bytes, name) {
        seen.push(`pin ${bytes} ${name}`);
        return device.pinned(bytes, name);
      },
      pieces(list, places) {
        seen.push(`${list.length} pieces in ${places.length} places`);
        return device.pieces(list, places);
      },
    } satisfies NativeDevice;
  } as unknown as Addon['Device'];
  return { addon: { ...addon, Device }, launches, seen };
}

const open = (addon: Addon, options: Readonly<Record<string, number>> = {}): Promise<Backend> =>
  openBackend({ ...cuda, open: (given) => openCudaDriver(given, undefined, addon) }, { options });

describe('a matrix beyond the memory of a device', () => {
  it('is cut by what the device says of its memory', async () => {
    const { addon, seen } = watched();
    const memoryBytes = 2 ** 20;
    const backend = await open(addon, { memoryBytes });
    expect(seen[0]).toBe(`open 0 ${memoryBytes}`);
    const { device } = await open(fakeAddon());
    expect(device.limits).toMatchObject({ memoryBytes: 2 ** 36, maxStripeBytes: 2 ** 28 });
    expect(cutFor(device, 2 ** 35, 2 ** 30)).toBeUndefined();
    expect(cutFor(device, 2 ** 36, 0)).toEqual({ maxStripeBytes: 2 ** 28 });
    expect(cutFor({ limits: {} }, 2 ** 60, 0)).toBeUndefined();
    await backend.dispose();
  });

  it('is bound stripe by stripe: its arrays in the piece, the rows of y by their offset, x and numbers as they are', async () => {
    const { addon, launches, seen } = watched();
    const backend = await open(addon);
    launches.length = 0;
    const stripes = buildStripes(csr, coo, { count: 3 }, { precision: 'f32' });
    const kernel = registry.kernel('cuda/csr-scalar');
    const operator = await backend.prepare({ operation: spmv, stripes, kernel });
    expect(launches).toHaveLength(3);
    expect(seen).toContain('3 pieces in 3 places');
    for (const [s, { begin }] of stripes.stripes.entries()) {
      const [launch] = launches[s] as readonly NativeLaunch[];
      const given = (launch as NativeLaunch).arguments as readonly Exclude<RoutineArgument, { dispose(): void }>[];
      const at = (name: string): unknown[] => given.filter((argument) => name in argument);
      // Row starts, columns and values, each where an array may begin.
      const pieces = (at('piece') as readonly { readonly piece: number }[]).map(({ piece }) => piece);
      expect(pieces).toHaveLength(3);
      for (const piece of pieces) expect(piece % 256).toBe(0);
      expect(new Set(at('operand'))).toEqual(
        new Set([
          { operand: 0, byteOffset: 0 },
          { operand: 1, byteOffset: begin * 4 },
        ]),
      );
      expect(at('scalar')).toHaveLength(2);
    }
    expect(operator.streaming).toMatchObject({ pieces: 3 });
    expect(operator.streaming?.bytes).toBeGreaterThanOrEqual(stripes.bytes);
    expect(operator.kernelParams).toEqual({ blockSize: 256, xLoad: 'plain' });
    await backend.dispose();
  });

  it('is refused by a library, by a transposed product, and where both a whole and stripes are given', async () => {
    const backend = await open(fakeAddon());
    const stripes = buildStripes(csr, coo, { count: 3 });
    await expect(
      backend.prepare({ operation: spmv, stripes, kernel: registry.kernel('cuda/csr-cusparse-alg2') }),
    ).rejects.toMatchObject({ code: 'KERNEL.REFUSED', message: expect.stringContaining('cusparse') });
    await expect(
      backend.prepare({ operation: spmv, stripes, kernel: registry.kernel('cuda/csr-transposed') }),
    ).rejects.toMatchObject({ code: 'KERNEL.REFUSED', message: expect.stringContaining('part in all of y') });
    await expect(
      backend.prepare({
        operation: spmv,
        stripes,
        matrix: stripes.build(0),
        kernel: registry.kernel('cuda/csr-scalar'),
      }),
    ).rejects.toMatchObject({ code: 'OPERAND.MATRIX' });
    await backend.dispose();
  });

  it('is refused where the host cannot hold it either, with both numbers', async () => {
    const backend = await open(fakeAddon());
    const stripes = buildStripes(csr, generateMatrix('stencil5', { n: 40 }), { count: 2 });
    await expect(
      backend.prepare({
        operation: spmv,
        stripes: { ...stripes, bytes: 2 ** 60 },
        kernel: registry.kernel('cuda/csr-scalar'),
      }),
    ).rejects.toMatchObject({ code: 'BACKEND.OUT_OF_MEMORY', message: expect.stringMatching(/has .* not 1153 PB/u) });
    await backend.dispose();
  });

  it.each([{ memory: 1 }, { memoryBytes: -1 }, { memoryBytes: 0.5 }])('an option %j is refused', async (options) => {
    await expect(open(fakeAddon(), options as Record<string, number>)).rejects.toMatchObject({
      code: expect.stringMatching(/^PARAM\./u),
    });
  });
});

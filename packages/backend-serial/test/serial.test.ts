import type { Kernel } from '@spmv/core';
import {
  buildMatrix,
  cooFromEntries,
  createRegistry,
  headerOf,
  kernelContext,
  openBackend,
  toValueType,
  transposeCoo,
  spmv,
} from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as formats } from '@spmv/formats';
import { describe, expect, it, vi } from 'vitest';
import { openSerialDriver } from '../src/driver.ts';
import { plugin, serial } from '../src/index.ts';

const registry = createRegistry([formats, plugin]);
const rows = 37;
const cols = 23;
const entries = Array.from({ length: 260 }, (_, k) => ({ i: (k * k * 7) % rows, j: (k * 13) % cols, v: Math.sin(k) }));
const a = cooFromEntries(
  { rows, cols },
  { rowIndex: entries.map((e) => e.i), colIndex: entries.map((e) => e.j), values: entries.map((e) => e.v) },
);

describe('backend serial', () => {
  it('counts the time of products where that is asked for, and else looks at no clock', async () => {
    const backend = await openBackend(serial);
    const matrix = buildMatrix(registry.format('csr'), a);
    const kernel = registry.kernel('js/csr');
    const [x, y] = [backend.vector(cols), backend.vector(rows)];
    const looks = vi.spyOn(performance, 'now');
    try {
      const plain = await backend.prepare({ operation: spmv, matrix, kernel });
      const profiled = await backend.prepare({ operation: spmv, matrix, kernel, profile: true });
      looks.mockClear();
      plain.apply(x, y);
      expect(looks).not.toHaveBeenCalled();
      expect('workerTimes' in plain).toBe(false);
      let clock = 10;
      looks.mockImplementation(() => (clock += 3));
      profiled.apply(x, y);
      profiled.apply(x, y);
      profiled.apply(x, y, 0);
      expect(profiled.workerTimes?.()).toEqual([{ busyMs: 6, waitMs: 0 }]);
    } finally {
      looks.mockRestore();
      await backend.dispose();
    }
  });

  it.each(['js/csr', 'wasm/csr-simd'])('%s reads a matrix where it is only where it is lent', async (id) => {
    const backend = await openBackend(serial);
    const product = async (share: boolean): Promise<ArrayLike<number>> => {
      const matrix = buildMatrix(registry.format('csr'), a);
      const operator = await backend.prepare({ operation: spmv, matrix, kernel: registry.kernel(id), share });
      matrix.arrays['values']?.fill(0);
      const [x, y] = [backend.vector(new Float64Array(cols).fill(1)), backend.vector(rows)];
      operator.apply(x, y);
      return y.read();
    };
    const isZero = (y: ArrayLike<number>): boolean => Array.from(y).every((each) => each === 0);
    expect([isZero(await product(false)), isZero(await product(true))]).toEqual([false, id === 'js/csr']);
    await backend.dispose();
  });

  it('is always available and names its processor', async () => {
    expect(await serial.probe()).toMatchObject({ available: true });
    const backend = await openBackend(serial);
    expect(backend.device.name.length).toBeGreaterThan(2);
    await backend.dispose();
  });

  it.each(
    registry
      .kernels({ targets: ['js', 'wasm'], precision: 'f64' })
      .map((kernel) => [kernel.id, kernel as Kernel] as const),
  )('%s multiplies within the bound', async (_id, kernel) => {
    const backend = await openBackend(serial);
    const coo = kernel.options?.['transpose'] === true ? transposeCoo(a) : a;
    for (const precision of ['f64', 'f32'] as const) {
      const x = toValueType(
        precision,
        Float64Array.from({ length: coo.shape.cols }, (_, j) => Math.cos(j)),
      );
      const y = toValueType(
        precision,
        Float64Array.from({ length: coo.shape.rows }, (_, i) => i - 3),
      );
      const matrix = buildMatrix(registry.format(kernel.format ?? ''), a, { valueType: precision });
      const operator = await backend.prepare({ operation: spmv, matrix, kernel });
      const dx = backend.vector(x);
      const dy = backend.vector(y);
      operator.apply(dx, dy, -0.7, 0.3);
      const reference = spmvReference({ coo, x, y, alpha: -0.7, beta: 0.3 }, precision);
      const accumulator = kernel.precisions.find((p) => p.precision === precision)?.accumulator ?? precision;
      expect(judge(await dy.read(), reference, accumulator).errorRatio).toBeLessThanOrEqual(1);
    }
    await backend.dispose();
  });

  it.each(['js/csr', 'js/csr64', 'wasm/csr-simd'])(
    '%s is the same with arrays outside the heap, which only JavaScript sees',
    async (id) => {
      const kernel = registry.kernel(id);
      const matrix = buildMatrix(registry.format(kernel.format ?? ''), a);
      const results: unknown[] = [];
      for (const ownBytes of [undefined, 1]) {
        const backend = await openBackend({ ...serial, open: (options) => openSerialDriver(options, ownBytes) });
        const operator = await backend.prepare({ operation: spmv, matrix, kernel });
        const y = backend.vector(rows);
        operator.apply(backend.vector(Float64Array.from({ length: cols }, (_, j) => Math.cos(j))), y);
        results.push([await y.read(), operator.bytesResident]);
        await backend.dispose();
      }
      expect(results[1]).toEqual(results[0]);
    },
  );

  it('says which module or export of a kernel is missing', async () => {
    const backend = await openBackend(serial);
    const kernel = registry.kernel('js/csr') as Kernel<'js'>;
    const matrix = buildMatrix(registry.format('csr'), a);
    const pass = kernel.program(
      kernelContext(spmv, kernel, {
        matrix: headerOf(matrix),
        device: backend.device,
        precision: { precision: 'f64', accumulator: 'f64' },
      }),
      {},
    ).passes[0];
    const broken = (change: object): Kernel => ({
      ...kernel,
      program: () => ({ passes: [{ ...(pass as NonNullable<typeof pass>), ...change }] }),
    });
    await expect(
      backend.prepare({ operation: spmv, matrix, kernel: broken({ module: 'file:///nowhere/x.js' }) }),
    ).rejects.toMatchObject({ code: 'KERNEL.LOAD_FAILED' });
    await expect(
      backend.prepare({ operation: spmv, matrix, kernel: broken({ export: 'nothing' }) }),
    ).rejects.toMatchObject({ code: 'KERNEL.LOAD_FAILED' });
    await backend.dispose();
  });
});

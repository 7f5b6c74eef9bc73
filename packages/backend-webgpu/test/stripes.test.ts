import type { CooMatrix, Kernel } from '@spmv/core';
import {
  buildStripes,
  createRegistry,
  isRefusal,
  matrixFor,
  buildMatrix,
  createWorkload,
  openBackend,
  spmv,
} from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as formats } from '@spmv/formats';
import { generateMatrix, oneFullRow, powerLaw } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { plugin, webgpu } from '../src/index.ts';
import { unavailable } from './adapter.ts';
import { unless } from '../../../tools/needs.ts';

const registry = createRegistry([plugin, formats]);
const LIMIT = 2 ** 15;

/** Rows of unlike length with empty ones among them, one row of everything, and rows alike. */
const MATRICES: readonly (readonly [name: string, coo: CooMatrix])[] = [
  ['power-law', powerLaw({ rows: 1500, cols: 1300, meanPerRow: 7, maxPerRow: 900 })],
  ['one full row', oneFullRow({ rows: 1000, cols: 3000 })],
  ['stencil', generateMatrix('stencil5', { n: 40 })],
];

/** Kernels whose formats are here, and whose rows are those of the result. */
const KERNELS = (plugin.kernels ?? []).filter(
  ({ format, options }) => registry.formats.some(({ id }) => id === format) && options?.['transpose'] !== true,
);

describe('a matrix beyond one binding', unless(unavailable), () => {
  it.each(KERNELS.map(({ id }) => id))('is multiplied stripe by stripe by %s', { timeout: 300_000 }, async (id) => {
    const backend = await openBackend(webgpu, { options: { maxBindingBytes: LIMIT } });
    const kernel: Kernel = registry.kernel(id);
    let products = 0;
    for (const [, coo] of MATRICES) {
      const { rows, cols } = coo.shape;
      const stripes = buildStripes(registry.format(kernel.format ?? ''), coo, { count: 4 }, { precision: 'f32' });
      const operator = await backend
        .prepare({ operation: spmv, kernel, stripes, precision: 'f32' })
        .catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
        });
      if (!operator) continue;
      const x = Float32Array.from({ length: cols }, (_, k) => Math.sin(k));
      const y = Float32Array.from({ length: rows }, (_, k) => Math.cos(k));
      const [dx, dy] = [backend.vector(x), backend.vector(y)];
      for (const [alpha, beta] of [
        [1.5, -0.5],
        [-2, 0],
      ] as const) {
        await dy.write(y);
        operator.apply(dx, dy, alpha, beta);
        const reference = spmvReference({ coo, x, y, alpha, beta }, 'f32');
        expect(judge(await dy.read(), reference, 'f32').errorRatio).toBeLessThanOrEqual(1);
        products++;
      }
      await operator.dispose();
    }
    expect(products).toBeGreaterThan(1);
    await backend.dispose();
  });

  it('is cut where an array is larger than a binding, and is refused whole by kernels that bind it whole', async () => {
    const backend = await openBackend(webgpu, { options: { maxBindingBytes: LIMIT } });
    const coo = generateMatrix('stencil5', { n: 50 });
    const format = registry.format('coo');
    const kernel = registry.kernel('wgsl/coo');
    const matrix = buildMatrix(format, coo, { valueType: 'f32' });
    await expect(backend.prepare({ operation: spmv, kernel, matrix })).rejects.toMatchObject({ code: 'BACKEND.LIMIT' });
    const given = matrixFor(backend.device, createWorkload(spmv, coo), format, matrix, {
      precision: 'f32',
      accumulator: 'f32',
    });
    expect(given.matrix).toBeUndefined();
    expect(given.stripes?.stripes.length).toBeGreaterThan(2);
    const operator = await backend.prepare({ operation: spmv, kernel, ...given });
    expect(operator.bytesResident).toBeGreaterThanOrEqual(given.stripes?.bytes ?? Infinity);
    expect(operator.streaming).toBeUndefined();
    const x = new Float32Array(2500).fill(1);
    const [dx, dy] = [backend.vector(x), backend.vector(2500, 'f32')];
    operator.apply(dx, dy);
    const reference = spmvReference({ coo, x, y: new Float32Array(2500), alpha: 1, beta: 0 }, 'f32');
    expect(judge(await dy.read(), reference, 'f32').errorRatio).toBeLessThanOrEqual(1);
    // Vectors are bound whole by every kernel.
    await expect(async () => backend.vector(LIMIT / 4 + 1, 'f32')).rejects.toMatchObject({ code: 'BACKEND.LIMIT' });
    await backend.dispose();
  });
});

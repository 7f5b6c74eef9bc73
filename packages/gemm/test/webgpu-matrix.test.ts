import type { Backend, Sizes } from '@spmv/core';
import { createWorkload, openBackend, referencesOf } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { webgpu } from '@spmv/backend-webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gemm } from '../src/index.ts';
import { emulatedKernel } from './emulated-matrices.ts';
import { wrongElements } from './webgpu-product.ts';
import { needsBackend } from '../../../tools/needs.ts';

// No software adapter has subgroup matrices: the same text is run with matrices that every thread holds by itself.
const SHAPE = { tileRows: 64, tileCols: 64, subgroupRows: 32, subgroupCols: 32, depth: 16 };
const POINT = { ...SHAPE, through: 'workgroup' };
const found = await webgpu.probe();

/** Error over its bound of C ← AB, A (m × k) and B (k × n) by rows. */
async function ratioOf(backend: Backend, sizes: Sizes, A: Float32Array, B: Float32Array): Promise<number> {
  const kernel = emulatedKernel('workgroup');
  const { m = 0, n = 0, k = 0 } = sizes;
  const handles = [
    backend.dense(m, k, { data: A }),
    backend.dense(k, n, { data: B }),
    backend.dense(m, n, { precision: 'f32' }),
  ] as const;
  const operator = await backend.prepare({ operation: gemm, kernel, precision: 'f32', sizes, params: POINT });
  operator.apply(...handles);
  const got = await handles[2].read();
  const workload = createWorkload(gemm, undefined, { sizes, options: kernel.options ?? {} });
  const buffers = { A, B, C: new Float32Array(m * n) };
  const reference = referencesOf(workload, buffers, { alpha: 1, beta: 0 }, { precision: 'f32', accumulator: 'f32' })[
    'C'
  ];
  if (!reference) throw new Error('no reference of C');
  return judge(got, reference, 'f32').errorRatio;
}

describe('pieces of f16', needsBackend('webgpu', found), () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(webgpu);
  });
  afterAll(() => backend.dispose());

  it.each(['workgroup', 'cache'] as const)(
    'multiply exactly what they hold exactly, through the %s',
    async (through) => {
      const product = {
        sizes: { m: 67, n: 65, k: 150 },
        orders: { A: 'row', B: 'column', C: 'column' },
        gap: 3,
        precision: 'f32',
        params: { ...SHAPE, through },
      } as const;
      expect(await wrongElements(backend, emulatedKernel(through), product)).toBe(0);
    },
  );

  const [m, n, k] = [9, 11, 24];
  it.each([
    ['1e30', (l: number) => 1e30 * (1 + l / 7), (l: number) => 1e-7 * (1 + l / 3)],
    ['1e-30', (l: number) => 1e-30 * (1 + l / 7), (l: number) => 1e7 * (l / 3 - 2)],
    ['1e30 and 1e-30 in one row', (l: number) => (l % 2 ? 1e30 : 1e-30) * (1 + l / 7), (l: number) => 1 + l / 3],
    [
      '1e30 beside the zero that meets it',
      (l: number) => (l === 5 ? 1e30 : 1 + l / 7),
      (l: number) => (l === 5 ? 0 : 1e-3),
    ],
    ['the largest and the smallest', (l: number) => (l % 2 ? 3e38 : 1e-37), (l: number) => (l % 2 ? 1e-3 : 1)],
  ])('of %s are within their bound', async (_name, a, b) => {
    const A = Float32Array.from({ length: m * k }, (_, e) => a(e % k) * (1 + Math.floor(e / k) / 5));
    const B = Float32Array.from({ length: k * n }, (_, e) => b(Math.floor(e / n)) * (1 - (e % n) / 3));
    expect(await ratioOf(backend, { m, n, k }, A, B)).toBeLessThanOrEqual(1);
  });

  it('keep infinities and NaN to their rows', async () => {
    const A = new Float32Array(m * k).fill(1);
    A[0] = Infinity;
    A[k] = Number.NaN;
    expect(await ratioOf(backend, { m, n, k }, A, new Float32Array(k * n).fill(0.5))).toBeLessThanOrEqual(1);
  });
});

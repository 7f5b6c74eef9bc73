import type { Backend, DenseLayout, DenseOrder, KernelContext, Precision } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { kernelContext, openBackend } from '@spmv/core';
import { kernelCases, register } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gemm, wasmPacked } from '../src/index.ts';
import { packedPlan } from '../src/kernels/packed-plan.ts';
import type { ProductCase } from './products.ts';
import { judgeProduct } from './products.ts';

/** Blocks and groups so small that a product of the kit has several of each. */
const SMALL = { ownKiB: [0], depth: [7], group: [1], packedMiB: [1], threads: [3], chunk: [0] };
const PRECISIONS_HERE: readonly Precision[] = ['f64', 'f32'];

register(
  kernelCases({ kernel: wasmPacked({ checked: true }), operation: gemm, backend: serial, params: SMALL }),
  { describe, it, skip: it.skip },
  { name: 'conformance of shared panels, every access checked' },
);
register(
  kernelCases({
    kernel: wasmPacked({ checked: true, relaxed: false }),
    operation: gemm,
    backend: serial,
    params: { ...SMALL, ownKiB: [2 ** 20] },
  }),
  { describe, it, skip: it.skip },
  { name: 'conformance of own panels, every access checked, without fused multiply-add' },
);
register(
  kernelCases({ kernel: wasmPacked(), operation: gemm, backend: threads, params: SMALL }),
  { describe, it, skip: it.skip },
  { name: 'conformance of shared panels on three threads' },
);

describe('wasm/gemm-packed', () => {
  let backend: Backend;
  let team: Backend;
  beforeAll(async () => {
    backend = await openBackend(serial);
    team = await openBackend(threads);
  });
  afterAll(async () => {
    await backend.dispose();
    await team.dispose();
  });
  const column = { order: 'column' } as const;
  const cases: readonly (readonly [string, ProductCase])[] = [
    ['slabs of k', { sizes: { m: 40, n: 24, k: 9001 }, params: { packedMiB: 1 }, beta: -0.5 }],
    [
      'slabs of k, the result by columns',
      { sizes: { m: 24, n: 40, k: 9001 }, params: { packedMiB: 1 }, layouts: { C: column }, alpha: 2 },
    ],
    [
      'some products of a batch at a time',
      { sizes: { m: 50, n: 40, k: 70, batch: 101 }, params: { packedMiB: 1, ownKiB: 0 }, beta: 1 },
    ],
    [
      'some products at a time, B the same for all',
      {
        sizes: { m: 50, n: 40, k: 70, batch: 101 },
        params: { packedMiB: 1, ownKiB: 0 },
        layouts: { B: { batchStride: 0 } },
      },
    ],
    [
      'each product by itself, A and B the same for all',
      {
        sizes: { m: 9, n: 13, k: 21, batch: 40 },
        layouts: { A: { batchStride: 0 }, B: { ...column, batchStride: 0 } },
      },
    ],
    ['1 × 1 × 1', { sizes: { m: 1, n: 1, k: 1 }, beta: 3 }],
    [
      'leading dimensions far beyond the rows',
      {
        sizes: { m: 19, n: 11, k: 23 },
        layouts: {
          A: { leadingDimension: 65_537 },
          B: { ...column, leadingDimension: 65_536 },
          C: { leadingDimension: 50_021 },
        },
        beta: 0.25,
      },
    ],
    [
      'NaN and infinities in a C that is not read',
      {
        sizes: { m: 31, n: 29, k: 17 },
        element: (name, e) => (name === 'C' ? ([NaN, Infinity, -Infinity][e % 3] as number) : Math.cos(e)),
      },
    ],
    [
      'NaN and infinities in A and B',
      {
        sizes: { m: 61, n: 59, k: 70 },
        element: (name, e) => (name !== 'C' && e % 500 === 3 ? ([NaN, Infinity, -Infinity][e % 7] ?? 1) : Math.cos(e)),
      },
    ],
    [
      'sums that overflow, and come back by alpha',
      { sizes: { m: 20, n: 20, k: 40 }, alpha: 1e-30, element: (_, e) => (e % 3 === 0 ? 3e18 : -1e-18) },
    ],
  ];
  const everywhere = PRECISIONS_HERE.flatMap((precision) =>
    cases.map(([name, one]) => [name, precision, one] as const),
  );
  it.each(everywhere)('%s, %s: right, checked and on threads', async (_name, precision, one) => {
    const plain = { ...one, precision };
    const checked = await judgeProduct(backend, wasmPacked({ checked: true }), plain);
    expect(checked).toMatchObject({ failures: 0 });
    const shared = await judgeProduct(team, wasmPacked(), { ...plain, params: { ...one.params, threads: 3 } });
    expect(shared).toMatchObject({ failures: 0, compared: checked.compared });
  });
});

const PARAMS = { depth: 384, group: 16, ownKiB: 512, packedMiB: 256 };

/** A context on a machine of so many cores. */
function contextOf(sizes: Readonly<Record<string, number>>, cores: number, order: DenseOrder = 'row'): KernelContext {
  return kernelContext(gemm, wasmPacked(), {
    device: { name: 'none', kind: 'cpu', precisions: ['f32'], capabilities: [], limits: { threads: cores } },
    precision: { precision: 'f32', accumulator: 'f32' },
    sizes,
    layouts: { C: { order } },
  });
}

describe('a plan of packed panels', () => {
  it.each([
    { m: 4096, n: 4096, k: 4096 },
    { m: 512, n: 512, k: 512 },
    { m: 16, n: 100_000, k: 64 },
    { m: 100_000, n: 16, k: 64 },
    { m: 96, n: 96, k: 100_000 },
    { m: 200, n: 200, k: 200, batch: 7 },
  ])('has something to do for 16 threads, all of the time: %o', (sizes) => {
    for (const order of ['row', 'column'] as const) {
      for (const cores of [2, 16]) {
        const plan = packedPlan('k', contextOf(sizes, cores, order), PARAMS);
        const smallest = plan.slabs.at(-1)?.count ?? 0;
        const units = plan.own ? smallest : smallest * plan.groups * plan.colPanels;
        expect(Math.ceil(units / cores) / (units / cores)).toBeLessThan(1.15);
      }
    }
  });

  it('packs every step of every product once, within what it may take', () => {
    for (const sizes of [
      { m: 3000, n: 2000, k: 9000 },
      { m: 300, n: 200, k: 100, batch: 1000 },
      { m: 1, n: 1, k: 1 },
      { m: 1_000_000, n: 8, k: 40 },
    ]) {
      for (const packedMiB of [1, 256]) {
        const plan = packedPlan('k', contextOf(sizes, 4), { ...PARAMS, ownKiB: 0, packedMiB });
        const steps = plan.slabs.reduce((sum, { count, steps: length }) => sum + count * length, 0);
        expect(steps).toBe((sizes.batch ?? 1) * sizes.k);
        const least = (plan.rowPanels * 6 + plan.colPanels * 8) * Math.min(16, sizes.k) * 4;
        expect((plan.leftElements + plan.rightElements) * 4).toBeLessThanOrEqual(Math.max(least, packedMiB * 2 ** 20));
      }
    }
  });

  it('computes small products of a batch whole, where there are enough of them', () => {
    expect(packedPlan('k', contextOf({ m: 64, n: 64, k: 64, batch: 1000 }, 16), PARAMS)).toMatchObject({ own: true });
    expect(packedPlan('k', contextOf({ m: 250, n: 250, k: 250, batch: 4 }, 16), PARAMS)).toMatchObject({ own: false });
  });

  it('is refused with the numbers where panels do not fit beside the operands', () => {
    const context = contextOf({ m: 18_000, n: 18_000, k: 18_000 }, 2);
    expect(() => packedPlan('wasm/gemm-packed', context, PARAMS)).not.toThrow();
    expect(() => packedPlan('wasm/gemm-packed', contextOf({ m: 19_000, n: 19_000, k: 19_000 }, 2), PARAMS)).toThrow(
      expect.objectContaining({
        code: 'KERNEL.REFUSED',
        message: expect.stringMatching(/packs at least .* beside operands of .*4 GiB/u),
      }),
    );
    const bytes = Object.values<DenseLayout>(context.layouts).reduce((sum, { rows, cols }) => sum + rows * cols * 4, 0);
    const { leftElements, rightElements } = packedPlan('wasm/gemm-packed', context, PARAMS);
    expect(bytes + (leftElements + rightElements) * 4).toBeLessThan(2 ** 32);
  });
});

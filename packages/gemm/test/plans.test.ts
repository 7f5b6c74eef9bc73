import type { DenseLayout, DenseOrder, DenseRequest, KernelContext } from '@spmv/core';
import { kernelContext } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { gemm, wasmPacked } from '../src/index.ts';
import { fewPlan } from '../src/kernels/few-plan.ts';
import { packedPlan } from '../src/kernels/packed-plan.ts';

const PARAMS = { depth: 384, group: 16, few: 8, directKiB: 256, packedMiB: 256 };

/** A context on a machine of so many cores. */
function contextOf(
  sizes: Readonly<Record<string, number>>,
  cores: number,
  order: DenseOrder = 'row',
  layouts: Readonly<Record<string, DenseRequest>> = {},
): KernelContext {
  return kernelContext(gemm, wasmPacked(), {
    device: { name: 'none', kind: 'cpu', precisions: ['f32'], capabilities: [], limits: { threads: cores } },
    precision: { precision: 'f32', accumulator: 'f32' },
    sizes,
    layouts: { ...layouts, C: { order } },
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
        const units = plan.direct ? smallest : smallest * plan.groups * plan.colPanels;
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
        const plan = packedPlan('k', contextOf(sizes, 4), { ...PARAMS, directKiB: 0, packedMiB });
        const steps = plan.slabs.reduce((sum, { count, steps: length }) => sum + count * length, 0);
        expect(steps).toBe((sizes.batch ?? 1) * sizes.k);
        const least = (plan.rowPanels * 6 + plan.colPanels * 8) * Math.min(16, sizes.k) * 4;
        expect((plan.leftElements + plan.rightElements) * 4).toBeLessThanOrEqual(Math.max(least, packedMiB * 2 ** 20));
      }
    }
  });

  it('computes small products of a batch whole, where there are enough of them', () => {
    expect(packedPlan('k', contextOf({ m: 64, n: 64, k: 64, batch: 1000 }, 16), PARAMS)).toMatchObject({
      direct: true,
    });
    expect(packedPlan('k', contextOf({ m: 250, n: 250, k: 250, batch: 4 }, 16), PARAMS)).toMatchObject({
      direct: false,
    });
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

describe('a plan of few columns', () => {
  it('has something to do for 16 threads, whichever matrix is tall and however it lies', () => {
    for (const sizes of [
      { m: 2048, n: 1, k: 2048 },
      { m: 1, n: 2048, k: 2048 },
      { m: 1, n: 1, k: 1_000_000 },
      { m: 5, n: 100_000, k: 10 },
      { m: 60, n: 1, k: 4096, batch: 7 },
    ]) {
      for (const order of ['row', 'column'] as const) {
        const plan = fewPlan(contextOf(sizes, 16, order), 8);
        if (!plan) throw new Error('this product has few rows or columns');
        const units = (sizes.batch ?? 1) * plan.chunks * plan.slices;
        expect(Math.ceil(units / 16) / (units / 16)).toBeLessThan(1.25);
        expect(plan.slices * plan.steps).toBeGreaterThanOrEqual(sizes.k);
        expect(plan.chunks * plan.chunk).toBeGreaterThanOrEqual(Math.max(sizes.m, sizes.n));
      }
    }
  });

  it('is none where there are more columns, or too few rows to fill a vector', () => {
    expect(fewPlan(contextOf({ m: 100, n: 9, k: 100 }, 2), 8)).toBeUndefined();
    expect(fewPlan(contextOf({ m: 100, n: 8, k: 100 }, 2), 8)).toMatchObject({ slices: 1 });
    const byColumns = { A: { order: 'column' } } as const;
    expect(fewPlan(contextOf({ m: 8, n: 1, k: 1000 }, 2, 'row', byColumns), 8)).toBeUndefined();
    expect(fewPlan(contextOf({ m: 64, n: 1, k: 1000 }, 2, 'row', byColumns), 8)).toMatchObject({
      chunks: 1,
      slices: 15,
    });
  });
});

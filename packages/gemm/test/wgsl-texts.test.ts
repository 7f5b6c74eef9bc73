import type { Backend, DenseOrder, Precision } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { createWebGpu } from '@spmv/backend-webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gemm, wgslMatrix, wgslMatrixF16x3, wgslNaive, wgslRegister, wgslTiled } from '../src/index.ts';
import { nullAdapter } from './null-adapter.ts';

describe('what no adapter here runs, the compiler of devices accepts', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(createWebGpu(nullAdapter));
  });
  afterAll(() => backend.dispose());

  const kernels = { wgslNaive, wgslTiled, wgslRegister, wgslMatrix, wgslMatrixF16x3 };
  const prepare = async (
    kernel: unknown,
    precision: Precision,
    orders: readonly DenseOrder[],
    gap: number,
    params: object = {},
  ): Promise<void> => {
    const sizes = { m: 36, n: 40, k: 44 };
    const [A, B, C] = orders.map((order) => ({ order, leadingDimension: 44 + gap }));
    const operator = await backend.prepare({
      operation: gemm,
      kernel: kernel as never,
      precision,
      sizes,
      layouts: { A: A ?? {}, B: B ?? {}, C: C ?? {} },
      params: params as never,
    });
    await operator.dispose();
  };

  it('has subgroup matrices, and lists them', () => {
    expect(backend.device.capabilities).toContain('subgroup-matrix');
    expect(backend.device.subgroupMatrices).toHaveLength(4);
  });

  it.each([
    ['wgslNaive', 'f16'],
    ['wgslTiled', 'f16'],
    ['wgslRegister', 'f16'],
    ['wgslMatrix', 'f16'],
    ['wgslMatrixF16x3', 'f32'],
  ] as const)('%s in %s, in every order', async (name, precision) => {
    for (const a of ['row', 'column'] as const)
      for (const b of ['row', 'column'] as const)
        for (const gap of [0, 3]) await prepare(kernels[name], precision, [a, b, 'row'], gap);
  });

  it.each([
    { through: 'cache' },
    { tileRows: 64, tileCols: 64, subgroupRows: 32, subgroupCols: 32, depth: 16 },
    { tileRows: 128, tileCols: 64, subgroupRows: 64, subgroupCols: 32, depth: 32, through: 'cache' },
  ])('subgroup matrices are taken at %o', async (params) => {
    await prepare(wgslMatrix, 'f16', ['row', 'row', 'row'], 0, params);
    await prepare(wgslMatrixF16x3, 'f32', ['row', 'row', 'row'], 0, params);
  });
});

import type { Backend, Precision } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { openBackend } from '@spmv/core';
import { kernelCases, register } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gemm, jsBlocked, wasmPacked } from '../src/index.ts';
import type { ProductCase } from './products.ts';
import { judgeProduct } from './products.ts';
import { FULL, runner } from '../../../tools/runner.ts';

/** Blocks and groups so small that a product of the kit has several of each. */
const SMALL = { few: [0], directKiB: [0], depth: [7], group: [1], packedMiB: [1], threads: [3], chunk: [0] };
const PRECISIONS_HERE: readonly Precision[] = ['f64', 'f32'];

register(
  kernelCases({ kernel: wasmPacked({ checked: true }), operation: gemm, backend: serial, params: SMALL }),
  runner,
  { name: 'conformance of shared panels, every access checked' },
);
if (FULL)
  register(
    kernelCases({
      kernel: wasmPacked({ checked: true, relaxed: false }),
      operation: gemm,
      backend: serial,
      params: { ...SMALL, directKiB: [2 ** 20] },
    }),
    runner,
    { name: 'conformance of products from where they lie, every access checked, without fused multiply-add' },
  );
register(kernelCases({ kernel: wasmPacked(), operation: gemm, backend: threads, params: SMALL }), runner, {
  name: 'conformance of shared panels on three threads',
});

describe('on one thread and on three', () => {
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
      { sizes: { m: 50, n: 40, k: 70, batch: 101 }, params: { packedMiB: 1, directKiB: 0 }, beta: 1 },
    ],
    [
      'some products at a time, B the same for all',
      {
        sizes: { m: 50, n: 40, k: 70, batch: 101 },
        params: { packedMiB: 1, directKiB: 0 },
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
    ['one column', { sizes: { m: 301, n: 1, k: 2500 }, alpha: 0.5, beta: -2 }],
    ['one column, A by columns', { sizes: { m: 301, n: 1, k: 2503 }, layouts: { A: column } }],
    ['one row', { sizes: { m: 1, n: 77, k: 131 }, beta: 1 }],
    ['one row, B by columns', { sizes: { m: 1, n: 77, k: 1131 }, layouts: { B: column }, beta: 1 }],
    ['one number', { sizes: { m: 1, n: 1, k: 20_011 }, beta: 3 }],
    [
      'seven columns with gaps, none contiguous',
      {
        sizes: { m: 70, n: 7, k: 1500 },
        layouts: { A: { leadingDimension: 1503 }, B: { leadingDimension: 9 }, C: { leadingDimension: 11 } },
        alpha: -1,
        beta: 0.5,
      },
    ],
    [
      'five rows, everything by columns',
      {
        sizes: { m: 5, n: 90, k: 333 },
        layouts: { A: column, B: column, C: { ...column, leadingDimension: 8 } },
        beta: 1,
      },
    ],
    [
      'few columns of a batch, A the same for all',
      { sizes: { m: 45, n: 3, k: 130, batch: 5 }, layouts: { A: { ...column, batchStride: 0 } }, beta: -1 },
    ],
    ['few columns of a batch', { sizes: { m: 45, n: 2, k: 130, batch: 5 }, layouts: { B: column } }],
    [
      'NaN and infinities in a matrix of few columns',
      {
        sizes: { m: 61, n: 3, k: 70 },
        element: (name, e) =>
          name === 'C' ? NaN : e % 500 === 3 ? ([NaN, Infinity, -Infinity][e % 7] ?? 1) : Math.cos(e),
      },
    ],
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
  it.each(everywhere)('wasm/gemm-packed, %s, %s: right, checked and on threads', async (_name, precision, one) => {
    const plain = { ...one, precision };
    const checked = await judgeProduct(backend, wasmPacked({ checked: true }), plain);
    expect(checked).toMatchObject({ failures: 0 });
    const shared = await judgeProduct(team, wasmPacked(), { ...plain, params: { ...one.params, threads: 3 } });
    expect(shared).toMatchObject({ failures: 0, compared: checked.compared });
  });

  const blocked: readonly (readonly [string, ProductCase])[] = [
    ['blocks of k', { sizes: { m: 35, n: 22, k: 701 }, beta: -0.5 }],
    ['the same B for all', { sizes: { m: 33, n: 65, k: 20, batch: 3 }, layouts: { B: { ...column, batchStride: 0 } } }],
    ['1 × 1 × 1', { sizes: { m: 1, n: 1, k: 1 }, beta: 3 }],
    [
      'leading dimensions far beyond the rows',
      {
        sizes: { m: 19, n: 11, k: 23 },
        layouts: { A: { leadingDimension: 65_537 }, B: { ...column, leadingDimension: 65_536 }, C: column },
        beta: 0.25,
      },
    ],
    [
      'NaN in a C that is not read, infinities in A',
      {
        sizes: { m: 31, n: 29, k: 17 },
        element: (name, e) => (name === 'C' ? NaN : name === 'A' && e % 100 === 7 ? Infinity : Math.cos(e)),
      },
    ],
  ];
  it.each(blocked)('js/gemm-blocked, %s: right', async (_name, one) => {
    for (const precision of ['f64', 'f32'] as const) {
      expect(await judgeProduct(backend, jsBlocked, { ...one, precision })).toMatchObject({ failures: 0 });
      const params = { threads: 3, edge: 16 };
      expect(await judgeProduct(team, jsBlocked, { ...one, precision, params })).toMatchObject({ failures: 0 });
    }
  });

  it('js/gemm-blocked makes the same bits whatever the blocks and threads', async () => {
    const sizes = { m: 70, n: 90, k: 600 };
    const data = (length: number): Float64Array => Float64Array.from({ length }, (_, e) => Math.sin(e * e));
    const results: Float64Array[] = [];
    for (const [on, params] of [
      [backend, { edge: 64 }],
      [backend, { edge: 32 }],
      [team, { edge: 16, threads: 3 }],
    ] as const) {
      const operator = await on.prepare({ operation: gemm, kernel: jsBlocked, sizes, params });
      const A = on.dense(70, 600, { data: data(70 * 600) });
      const B = on.dense(600, 90, { data: data(600 * 90) });
      const C = on.dense(70, 90);
      operator.apply(A, B, C);
      results.push(await C.read());
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });
});

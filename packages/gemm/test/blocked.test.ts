import type { Backend } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { openBackend } from '@spmv/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gemm, jsBlocked } from '../src/index.ts';
import type { ProductCase } from './products.ts';
import { judgeProduct } from './products.ts';

describe('js/gemm-blocked', () => {
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
  it.each(cases)('%s: right, on one thread and on three', async (_name, one) => {
    for (const precision of ['f64', 'f32'] as const) {
      expect(await judgeProduct(backend, jsBlocked, { ...one, precision })).toMatchObject({ failures: 0 });
      const params = { threads: 3, edge: 16 };
      expect(await judgeProduct(team, jsBlocked, { ...one, precision, params })).toMatchObject({ failures: 0 });
    }
  });

  it('makes the same bits whatever the blocks and threads', async () => {
    const sizes = { m: 70, n: 90, k: 600 };
    const data = (length: number): Float64Array => Float64Array.from({ length }, (_, e) => Math.sin(e * e));
    const results: Float64Array[] = [];
    for (const [on, params] of [
      [backend, { edge: 64 }],
      [backend, { edge: 32 }],
      [team, { edge: 16, threads: 3 }],
    ] as const) {
      const operator = await on.prepare({ operation: gemm, kernel: jsBlocked, sizes, params });
      const A = await on.dense(70, 600, { data: data(70 * 600) });
      const B = await on.dense(600, 90, { data: data(600 * 90) });
      const C = await on.dense(70, 90);
      operator.apply(A, B, C);
      results.push((await C.read()) as Float64Array);
    }
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });
});

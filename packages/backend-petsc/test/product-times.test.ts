import { buildMatrix, cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import { petscProductTimes } from '../src/index.ts';
import { missing } from './missing.ts';
import { unless } from '../../../tools/needs.ts';

const lack = await missing();
const each = Array.from({ length: 5000 }, (_, i) => i);
const coo = cooFromEntries(
  { rows: 5000, cols: 5000 },
  { rowIndex: each, colIndex: each.map((i) => (i * 7) % 5000), values: each },
);

describe('times of products', unless(lack), () => {
  it.each([
    ['2 ranks that map the memory', { ranks: 2 }],
    ['rank 0 of 2, where messages carry vectors', { ranks: 2, memory: 'messages' }],
  ] as const)('are made of publishing, the product and noticing, of %s', { timeout: 60_000 }, async (_, options) => {
    const times = await petscProductTimes(buildMatrix(csr, coo), 0.001, {
      ...options,
      allowRoot: true,
      oversubscribe: true,
    });
    const { total, publish, product, lateBegin, lateEnd, notice, loop } = times;
    expect(total.length).toBeGreaterThanOrEqual(20);
    expect(loop).toHaveLength(total.length);
    for (const part of [publish, product, lateBegin, lateEnd, notice, loop])
      expect(Math.min(...part)).toBeGreaterThanOrEqual(0);
    total.forEach((all, k) => {
      const [toRanks, inside, back] = [publish[k], product[k], notice[k]] as [number, number, number];
      expect(toRanks + inside + back).toBeCloseTo(all, 3);
      expect(lateBegin[k]).toBeLessThanOrEqual(inside);
      expect(lateEnd[k]).toBeLessThanOrEqual(inside);
    });
    expect(Math.max(...product)).toBeGreaterThan(0);
  });

  it('refuses what is no CSR in f64', async () => {
    await expect(petscProductTimes(buildMatrix(csr, coo, { valueType: 'f32' }), 0.001)).rejects.toMatchObject({
      code: 'KERNEL.WRONG_FORMAT',
    });
  });
});

import { cooFromEntries, createWorkload, spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { RunnableCase } from '../../src/plan/case.ts';
import { memoryBudget, requireProduct } from '../../src/plan/memory-budget.ts';
import { productBytes } from '../../src/problem/product-bytes.ts';
import { memoryOf } from '../helpers/host.ts';

describe('the memory that a run may take', () => {
  const workload = createWorkload(
    spmv,
    cooFromEntries({ rows: 1000, cols: 500 }, { rowIndex: [], colIndex: [], values: [] }),
  );
  const place = { backend: 'serial', precision: 'f64' } as RunnableCase;
  const vectors = productBytes(workload, [place], 1);

  it('counts vectors and references of every place and product', () => {
    const threads = { backend: 'threads', precision: 'f64' } as const;
    expect(vectors).toBe(1000 * (28 + 36 + 16 + 23 + 8) + 500 * (16 + 8));
    expect(productBytes(workload, [place, place, threads], 1) - vectors).toBe(8 * 1500 + 23 * 1000);
    expect(productBytes(workload, [place], 3) - vectors).toBe(2 * (36 + 16 + 23) * 1000);
    expect(productBytes(workload, [place], 1, 5) - vectors).toBe(4 * 23 * 1000);
  });

  it('counts references of samples where the operation says that they are of no more', () => {
    const sampling = { ...workload, operation: { ...spmv, judged: () => ({ y: 10 }) } };
    expect(productBytes(workload, [place], 1) - productBytes(sampling, [place], 1)).toBe((36 + 16) * 990);
  });

  it('refuses a problem of which no product fits, before anything is planned', () => {
    const least = productBytes(workload, [{ backend: '', precision: 'f32' }], 1);
    expect(() => requireProduct(workload, memoryOf(least))).not.toThrow();
    expect(() => requireProduct(workload, memoryOf(least - 1))).toThrow(
      `The operands of a product, of 500 and 1000 elements, need ${least} bytes`,
    );
  });

  it('refuses vectors that do not fit, and stored forms that do not fit beside them with the copies of backends', () => {
    expect(() => memoryBudget(workload, [place], 1, 2 ** 31, memoryOf(vectors - 1))).toThrow(
      `need ${vectors} bytes, but only ${vectors - 1} are free`,
    );
    const budget = memoryBudget(workload, [place], 1, 2 ** 31, memoryOf(vectors + 8000));
    expect(budget.refusal(3000)).toBeUndefined();
    expect(budget.refusal(3001)?.reason).toContain(
      'needs 3.00 kB, 6.00 kB with the copies of its backend, and 6.00 kB of the memory are left',
    );
    expect(budget.fits(2000, 2000)).toBe(true);
    expect(budget.fits(2000, 2001)).toBe(false);
    const limited = memoryBudget(workload, [place], 1, 6000, memoryOf(1e9));
    expect([limited.fits(2000, 2000), limited.fits(2000, 2001)]).toEqual([true, false]);
    expect(limited.refusal(3000)).toBeUndefined();
    expect(limited.refusal(3001)).toMatchObject({
      reason: 'needs 3.00 kB, 6.00 kB with the copies of its backend, above the limit of 6.00 kB',
      fix: expect.stringContaining('--max-bytes'),
    });
    expect(
      memoryBudget(
        workload,
        [place, { backend: 'threads', precision: 'f64' } as RunnableCase],
        1,
        2 ** 31,
        memoryOf(1e6),
      ).refusal(260_000)?.reason,
    ).toContain('2 backends');
  });
});

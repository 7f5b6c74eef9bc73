import type { Backend } from '@spmv/core';
import { threads } from '@spmv/backend-threads';
import { openBackend } from '@spmv/core';
import { powerLaw } from '@spmv/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CPU_KERNELS, prepareProduct } from './product.ts';
import { FULL } from '../../../tools/full-lane.ts';

const PRODUCTS = FULL ? 1000 : 30;
/** Rows of 1 to 90 entries, in columns that many rows share: workers add to the same ones, and rows take several packed slices. */
const coo = powerLaw({ rows: 800, cols: 90, meanPerRow: 10, maxPerRow: 90, seed: 2 });

let backend: Backend;
beforeAll(async () => {
  backend = await openBackend(threads);
});
afterAll(() => backend.dispose());

// Five vectors by columns: one tile of four and one left over, and what kernels copy first.
it.each(CPU_KERNELS.map((kernel) => [kernel.id, kernel] as const))(
  'gives the same bits in products of sixteen workers, whoever is first: %s',
  { timeout: 600_000 },
  async (_, kernel) => {
    const given = { coo, kernel, vectors: 5, orders: ['column', 'row'], params: { threads: 16 } } as const;
    expect(kernel.reproducibility).not.toBe('none');
    const product = await prepareProduct(backend, given);
    const first = await product.compute();
    for (let run = 1; run < PRODUCTS; run++) {
      const result = await product.compute();
      if (!result.every((value, e) => Object.is(value, first[e]))) throw new Error(`product ${run} differs`);
    }
    expect(product.judge(first).failures).toBe(0);
    await product.dispose();
  },
);

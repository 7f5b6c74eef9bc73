import type { Backend, CooMatrix, DenseOrder, Precision } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { openBackend } from '@spmv/core';
import { powerLaw } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CPU_KERNELS, prepareProduct } from './product.ts';
import { FULL } from '../../../tools/full-lane.ts';

const COMPLEX: ReadonlySet<Precision> = new Set(['c128', 'c64']);
const ORDERS: readonly DenseOrder[] = ['row', 'column'];
/** Around the ends of tiles in registers and of sweeps over vectors, and far beyond. */
const VECTORS = FULL ? [2, 5, 6, 7, 12, 16, 31, 32, 64, 100, 512] : [2, 5, 7, 16, 31, 100];
/** Rows of 1 to 90 entries: with `steps` 1 a row of more than 32 takes several packed slices. */
const coo: CooMatrix = powerLaw({ rows: 70, cols: 90, meanPerRow: 6, maxPerRow: 90, seed: 5 });

describe('products of many vectors', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(serial);
  });
  afterAll(() => backend.dispose());

  for (const kernel of CPU_KERNELS)
    // Complex numbers are tried by the test kit.
    for (const { precision, stored = precision } of kernel.precisions.filter((one) => !COMPLEX.has(one.precision)))
      it(`are right: ${kernel.id} in ${precision}, values stored in ${stored}`, async () => {
        for (const vectors of VECTORS)
          for (const [n, orders] of ORDERS.flatMap((x) => ORDERS.map((y) => [x, y] as const)).entries()) {
            // All orders at tiles and sweeps, one of them at 512.
            if (vectors === 512 && n !== 3) continue;
            const product = await prepareProduct(backend, { coo, kernel, vectors, orders, precision, stored });
            const { failures, compared } = product.judge(await product.compute());
            await product.dispose();
            expect([vectors, ...orders, failures]).toEqual([vectors, ...orders, 0]);
            expect(compared).toBe(vectors * (kernel.options ? 90 : 70));
          }
      });
});

import { serial } from '@spmv/backend-serial';
import type { MatrixCosts, MatrixKernel } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { powerLaw, stencil27 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { createWasmCsr, spgemm } from '../src/index.ts';
import { built } from './operands.ts';

test.each([
  ['27 points', stencil27({ n: 16 })],
  ['a power law', powerLaw({ rows: 8000, meanPerRow: 8 })],
])('of %s, C = A² takes of the heap what it says, within 5 %%', async (_, coo) => {
  const A = built(coo);
  const kernel = createWasmCsr() as MatrixKernel;
  const costsIn = async (heapBytes?: number): Promise<MatrixCosts> => {
    const backend = await openBackend(serial, heapBytes === undefined ? {} : { options: { heapBytes } });
    try {
      const product = await backend.prepareMatrix({ operation: spgemm, kernel, matrices: { A, B: A }, formats: [csr] });
      await product.numeric();
      return product.costs();
    } finally {
      await backend.dispose();
    }
  };
  const costs = await costsIn();
  const { peakBytes: said, peakWorkBytes, boundBytes = 0 } = costs;
  expect(boundBytes).toBeGreaterThanOrEqual(peakWorkBytes);
  expect(await costsIn(Math.ceil(1.05 * said))).toEqual(costs);
  await expect(costsIn(Math.floor(0.95 * said))).rejects.toMatchObject({ code: 'BACKEND.OUT_OF_MEMORY' });
});

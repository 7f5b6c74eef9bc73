import { serial } from '@spmv/backend-serial';
import { cooFromEntries, openBackend, buildMatrix } from '@spmv/core';
import { csr } from '@spmv/formats';
import { expect, test } from 'vitest';
import { jsCsr, spgemm } from '../src/index.ts';

test('a small product equals the one computed by hand', async () => {
  const backend = await openBackend(serial);
  const A = buildMatrix(
    csr,
    cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [2, 3, 4] }),
  );
  const B = buildMatrix(
    csr,
    cooFromEntries({ rows: 3, cols: 2 }, { rowIndex: [0, 1, 2, 2], colIndex: [0, 1, 0, 1], values: [1, 5, 6, 7] }),
  );
  const product = await backend.prepareMatrix({ operation: spgemm, kernel: jsCsr, matrices: { A, B }, formats: [csr] });
  expect(await product.symbolic()).toEqual({ shape: { rows: 2, cols: 2 }, nnz: 3, bytes: 3 * 4 + 3 * 12 });
  const { arrays } = await product.read();
  expect(arrays).toEqual({
    rowStart: Int32Array.of(0, 2, 3),
    colIndex: Int32Array.of(0, 1, 1),
    values: Float64Array.of(20, 21, 20),
  });
  await backend.dispose();
});

test('values that are refused change no matrix', async () => {
  const backend = await openBackend(serial);
  const one = buildMatrix(csr, cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [2] }));
  const matrices = { A: one, B: one };
  const product = await backend.prepareMatrix({ operation: spgemm, kernel: jsCsr, matrices, formats: [csr] });
  for (const [values, code] of [
    [{ A: Float64Array.of(5), B: new Float64Array(3) }, 'OPERAND.LENGTH'],
    [{ A: Float64Array.of(5), C: Float64Array.of(5) }, 'OPERAND.MATRIX'],
    [null, 'OPERAND.MATRIX'],
  ] as const)
    await expect(product.update(values as never)).rejects.toMatchObject({ code });
  await expect(product.numeric(null as never)).rejects.toMatchObject({ code: 'OPERAND.SCALAR', fix: /\{ alpha \}/u });
  await product.numeric();
  expect((await product.read()).arrays['values']).toEqual(Float64Array.of(4));
  await backend.dispose();
});

import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { CooMatrix, MatrixKernel, TypedArray } from '@spmv/core';
import { buildMatrix, openBackend, transposeCoo } from '@spmv/core';
import { csr } from '@spmv/formats';
import { jsCsr, spgemm, wasmCsr } from '@spmv/spgemm';
import { randomUniform, rowsOfLength, stencil27 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { rowProductKernel } from '../src/index.ts';
import { foundLevels } from './levels.ts';

/** Rows that spread over more columns than a dense row may have: two of few terms, one of many, one of none. */
const spread = rowsOfLength({ cols: 300_000, rowLength: [3, 40_000, 0, 5, 400, 1, 64, 7], seed: 3 });
const few = randomUniform({ rows: 50, cols: 8, density: 0.4, seed: 4 });
const grid = stencil27({ n: 6, varied: 1 });

const OPERANDS: Readonly<Record<string, readonly [A: CooMatrix, B: CooMatrix]>> = {
  'rows that spread': [few, spread],
  'rows whose columns are few words': [grid, grid],
  'long rows by short ones': [spread, transposeCoo(spread)],
};

/** Arrays of C, and its values once more from other values at the same places. */
async function productOf(
  kernel: MatrixKernel,
  [A, B]: readonly [A: CooMatrix, B: CooMatrix],
  valueType: 'f64' | 'f32',
  workers: number,
): Promise<readonly TypedArray[]> {
  const backend = await openBackend(workers > 1 ? threads : serial);
  try {
    const matrices = { A: buildMatrix(csr, A, { valueType }), B: buildMatrix(csr, B, { valueType }) };
    const params = workers > 1 ? { threads: workers } : {};
    const product = await backend.prepareMatrix({ operation: spgemm, kernel, matrices, formats: [csr], params });
    await product.numeric({ alpha: 0.3 });
    const { rowStart, colIndex, values } = (await product.read()).arrays as Record<string, TypedArray>;
    await product.update({ A: matrices.A.arrays.values.map((value) => value * 0.7) as never });
    await product.numeric({ alpha: -1.1 });
    const { values: changed } = (await product.read()).arrays as Record<string, TypedArray>;
    return [rowStart, colIndex, values, changed] as readonly TypedArray[];
  } finally {
    await backend.dispose();
  }
}

const bits = (array: TypedArray): Uint8Array => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

const kernels: readonly (readonly [string, MatrixKernel, number])[] = [
  ['wasm', wasmCsr as MatrixKernel, 1],
  ['wasm on 3 threads', wasmCsr as MatrixKernel, 3],
  ...foundLevels().map((level) => [level, rowProductKernel({ level }) as MatrixKernel, 1] as const),
];

for (const [of, operands] of Object.entries(OPERANDS)) {
  for (const valueType of ['f64', 'f32'] as const) {
    test(`${of} have the bits of JavaScript in ${valueType}, by every kernel`, async () => {
      const expected = await productOf(jsCsr as MatrixKernel, operands, valueType, 1);
      for (const [name, kernel, workers] of kernels) {
        const got = await productOf(kernel, operands, valueType, workers);
        got.forEach((array, a) =>
          expect(Buffer.compare(bits(array), bits(expected[a] as TypedArray)), `${name}, array ${a}`).toBe(0),
        );
      }
    });
  }
}

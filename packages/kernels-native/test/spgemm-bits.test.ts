import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { BackendDescriptor, CooMatrix, MatrixKernel, MatrixOperation, TypedArray } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend, transposeCoo } from '@spmv/core';
import { csr } from '@spmv/formats';
import {
  galerkin,
  jsAddCsr,
  jsCsr,
  jsGalerkinCsr,
  jsMaskedCsr,
  spgemm,
  spgemmAdd,
  spgemmMasked,
  wasmAddCsr,
  wasmCsr,
  wasmGalerkinCsr,
} from '@spmv/spgemm';
import { matrixKernelCases, randomUniform, rowsOfLength, stencil27, stencil7 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { addedProductKernel, galerkinKernel, rowProductKernel } from '../src/index.ts';
import { foundLevels } from './levels.ts';
import { secondWorker } from './second-worker.ts';

/** Rows that spread over more columns than a dense row may have: two of few terms, one of many, one of none. */
const spread = rowsOfLength({ cols: 300_000, rowLength: [3, 40_000, 0, 5, 400, 1, 64, 7], seed: 3 });
const few = randomUniform({ rows: 50, cols: 8, density: 0.4, seed: 4 });
const grid = stencil27({ n: 6, varied: 1 });
const line = stencil7({ n: 23, ny: 4, nz: 3, varied: 1 });
const scattered = rowsOfLength({ cols: 9000, rowLength: Int32Array.from({ length: 9000 }, (_, i) => i % 17), seed: 6 });

const OPERANDS: Readonly<Record<string, readonly [A: CooMatrix, B: CooMatrix]>> = {
  'rows that spread': [few, spread],
  'rows whose columns are few words': [grid, grid],
  'long rows by short ones': [spread, transposeCoo(spread)],
  'rows that repeat for longer than any vector': [line, line],
  'rows of few terms that lie apart': [scattered, scattered],
};

/** A matrix of the shape of AB with the entries of B where both have a row, and one in the last column of every third row. */
function rowsLike(
  { shape: { rows } }: CooMatrix,
  { shape: { cols }, rowIndex, colIndex, values }: CooMatrix,
): CooMatrix {
  const triplets = Array.from(rowIndex, (i, k) => [i, colIndex[k] as number, values[k] as number] as const);
  for (let i = 0; i < rows; i += 3) triplets.push([i, cols - 1, i + 0.5]);
  const kept = triplets.filter(([i]) => i < rows);
  return cooFromEntries(
    { rows, cols },
    { rowIndex: kept.map(([i]) => i), colIndex: kept.map(([, j]) => j), values: kept.map(([, , value]) => value) },
  );
}

/** The operation of a kernel, what it reads, and its scalars. */
function problemOf(
  kernel: MatrixKernel,
  A: CooMatrix,
  B: CooMatrix,
): readonly [MatrixOperation, Readonly<Record<string, CooMatrix>>, Readonly<Record<string, number>>] {
  if (kernel.operation === galerkin.id) return [galerkin, { A, P: B }, {}];
  if (kernel.operation === spgemm.id) return [spgemm, { A, B }, { alpha: 0.3 }];
  return [spgemmAdd, { A, B, D: rowsLike(A, B) }, { alpha: 0.3, beta: -1.7 }];
}

/** Arrays of C, and its values once more from other values at the same places. */
async function productOf(
  kernel: MatrixKernel,
  [A, B]: readonly [A: CooMatrix, B: CooMatrix],
  valueType: 'f64' | 'f32',
  workers: number,
  on: BackendDescriptor = workers > 1 ? threads : serial,
): Promise<readonly TypedArray[]> {
  const backend = await openBackend(on);
  try {
    const [operation, operands, scalars] = problemOf(kernel, A, B);
    const matrices = Object.fromEntries(
      Object.entries(operands).map(([name, coo]) => [name, buildMatrix(csr, coo, { valueType })]),
    );
    const params = workers > 1 ? { threads: workers } : {};
    const product = await backend.prepareMatrix({ operation, kernel, matrices, formats: [csr], params });
    await product.numeric(scalars);
    const { rowStart, colIndex, values } = (await product.read()).arrays as Record<string, TypedArray>;
    await product.update({ A: matrices['A']?.arrays['values']?.map((value) => value * 0.7) as never });
    await product.numeric(operation === galerkin ? {} : { alpha: -1.1 });
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

const added: typeof kernels = [
  ['wasm', wasmAddCsr as MatrixKernel, 1],
  ...foundLevels().map((level) => [level, addedProductKernel({ level }) as MatrixKernel, 1] as const),
];

/** Kernels of PᵀAP that have to have the bits of JavaScript. */
const triples: typeof kernels = [
  ['wasm', wasmGalerkinCsr as MatrixKernel, 1],
  ['wasm on 3 threads', wasmGalerkinCsr as MatrixKernel, 3],
  ...foundLevels().map((level) => [level, galerkinKernel({ level }) as MatrixKernel, 1] as const),
];

for (const valueType of ['f64', 'f32'] as const)
  test(`PᵀAP has the bits of JavaScript in ${valueType}, by every kernel`, async () => {
    for (const operands of [
      [grid, rowsOfLength({ cols: 700, rowLength: Int32Array.from({ length: 216 }, (_, i) => i % 4), seed: 8 })],
      [
        scattered,
        rowsOfLength({ cols: 300_000, rowLength: Int32Array.from({ length: 9000 }, (_, i) => i % 3), seed: 9 }),
      ],
    ] as const) {
      const expected = await productOf(jsGalerkinCsr as MatrixKernel, operands, valueType, 1);
      for (const [name, kernel, workers] of triples) {
        const got = await productOf(kernel, operands, valueType, workers);
        got.forEach((array, a) =>
          expect(Buffer.compare(bits(array), bits(expected[a] as TypedArray)), `${name}, array ${a}`).toBe(0),
        );
      }
    }
  });

test('products that D is added to have the bits of JavaScript, by every kernel', async () => {
  for (const [of, operands] of Object.entries(OPERANDS)) {
    const expected = await productOf(jsAddCsr as MatrixKernel, operands, 'f64', 1);
    for (const [name, kernel, workers] of added) {
      const got = await productOf(kernel, operands, 'f64', workers);
      got.forEach((array, a) =>
        expect(Buffer.compare(bits(array), bits(expected[a] as TypedArray)), `${of}, ${name}, array ${a}`).toBe(0),
      );
    }
  }
});

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

test('each worker has columns, sums and keys of its own', async () => {
  for (const operands of Object.values(OPERANDS)) {
    const expected = await productOf(jsCsr as MatrixKernel, operands, 'f64', 1);
    for (const [name, kernel, workers] of [['js', jsCsr as MatrixKernel, 1] as const, ...kernels]) {
      if (workers > 1) continue;
      const got = await productOf(kernel, operands, 'f64', 1, secondWorker);
      got.forEach((array, a) =>
        expect(Buffer.compare(bits(array), bits(expected[a] as TypedArray)), `${name}, array ${a}`).toBe(0),
      );
    }
  }
});

for (const [operation, kernel] of [
  [spgemmAdd, jsAddCsr],
  [spgemmMasked, jsMaskedCsr],
  [galerkin, jsGalerkinCsr],
] as const) {
  test(`each worker of ${kernel.id} has memory of its own`, async () => {
    const cases = matrixKernelCases({
      operation,
      kernel: kernel as MatrixKernel,
      backend: secondWorker,
      formats: [csr],
    });
    const result = await cases.find(({ id }) => id.endsWith('/f64/product/power-law'))?.run({ coverage: 'few' });
    expect(result?.products).toBeGreaterThan(0);
  });
}

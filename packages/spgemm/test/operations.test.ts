import { serial } from '@spmv/backend-serial';
import type { CooMatrix, MatrixContext, MatrixKernel, MatrixOperation, SparseFormat } from '@spmv/core';
import { cooFromEntries, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { randomUniform, rowsOfLength } from '@spmv/testkit';
import { expect, test } from 'vitest';
import {
  galerkin,
  jsAddCsr,
  jsCsr,
  jsCsr64,
  jsGalerkinCsr,
  jsMaskedCsr,
  jsUnionCsr,
  spgeam,
  spgemm,
  spgemmAdd,
  spgemmMasked,
} from '../src/index.ts';
import { built, square } from './operands.ts';

/** Entries by position, of an operation by its kernel. */
async function entriesOf(
  operation: MatrixOperation,
  kernel: MatrixKernel,
  operands: Readonly<Record<string, CooMatrix>>,
  scalars: Readonly<Record<string, number>> = {},
): Promise<ReadonlyMap<string, number>> {
  const backend = await openBackend(serial);
  try {
    const matrices = Object.fromEntries(Object.entries(operands).map(([name, coo]) => [name, built(coo)]));
    const operator = await backend.prepareMatrix({ operation, kernel, matrices, formats: [csr] });
    await operator.numeric(scalars);
    const { rowIndex, colIndex, values } = (csr as SparseFormat).toCoo(await operator.read());
    return new Map(Array.from(values, (value, k) => [`${rowIndex[k]} ${colIndex[k]}`, value]));
  } finally {
    await backend.dispose();
  }
}

/** Rows of AB that spread over more columns than an array of sums has, and others that do not. */
const A = randomUniform({ rows: 30, cols: 8, density: 0.4, seed: 4 });
const B = rowsOfLength({ cols: 300_000, rowLength: [3, 300, 0, 5, 40, 1, 64, 7], seed: 3 });
/** Entries of AB and others. */
const D = cooFromEntries(
  { rows: 30, cols: 300_000 },
  {
    rowIndex: [...Array(30).keys(), ...Array(30).keys()],
    colIndex: [...Array.from({ length: 30 }, (_, i) => B.colIndex[7 * i] as number), ...Array(30).fill(299_999)],
    values: Array.from({ length: 60 }, (_, k) => (k % 11) - 4.75),
  },
);

test('βD is added to the bits of αAB, wherever its sums lie, and β = 0 reads no value of D', async () => {
  const product = await entriesOf(spgemm, jsCsr as MatrixKernel, { A, B }, { alpha: -0.3 });
  const added = new Map(product);
  D.values.forEach((value, k) => {
    const at = `${D.rowIndex[k]} ${D.colIndex[k]}`;
    added.set(at, (product.get(at) ?? -0) + 0.7 * value);
  });
  const got = await entriesOf(spgemmAdd, jsAddCsr as MatrixKernel, { A, B, D }, { alpha: -0.3, beta: 0.7 });
  expect(got.size).toBeGreaterThan(product.size);
  expect(got).toEqual(added);
  const unread = { ...D, values: D.values.map(() => Number.NaN) };
  const none = await entriesOf(spgemmAdd, jsAddCsr as MatrixKernel, { A, B, D: unread }, { alpha: -0.3, beta: 0 });
  expect([...none.keys()]).toEqual([...got.keys()]);
  for (const [at, value] of none) expect(value).toBe(product.get(at) ?? -0);
});

test('a mask leaves of a product its entries there, also where it searches long rows', async () => {
  const product = await entriesOf(spgemm, jsCsr as MatrixKernel, { A, B }, { alpha: 0.3 });
  const places = new Set(Array.from(D.values, (_, k) => `${D.rowIndex[k]} ${D.colIndex[k]}`));
  const expected = [...product].filter(([at]) => places.has(at));
  const got = await entriesOf(spgemmMasked, jsMaskedCsr as MatrixKernel, { A, B, M: D }, { alpha: 0.3 });
  expect(expected.length).toBeGreaterThan(5);
  expect([...got]).toEqual(expected);
});

test('PᵀAP keeps no product of two: it is exact in whole numbers, and its work does not grow with that', async () => {
  const whole = (coo: CooMatrix): CooMatrix => ({ ...coo, values: coo.values.map((value) => Math.round(9 * value)) });
  const [M, P] = [whole(square), whole(randomUniform({ rows: 20, cols: 6, density: 0.3, seed: 9 }))];
  const sums = new Map<string, number>();
  M.values.forEach((value, k) =>
    P.values.forEach((left, p) =>
      P.values.forEach((right, q) => {
        if (P.rowIndex[p] !== M.rowIndex[k] || P.rowIndex[q] !== M.colIndex[k]) return;
        const at = `${P.colIndex[p]} ${P.colIndex[q]}`;
        sums.set(at, (sums.get(at) ?? 0) + left * value * right);
      }),
    ),
  );
  const got = await entriesOf(galerkin, jsGalerkinCsr as MatrixKernel, { A: M, P });
  expect(got).toEqual(sums);
});

test('A + γB has the entries of both', async () => {
  const at = (columns: readonly number[], values: readonly number[]): CooMatrix =>
    cooFromEntries({ rows: 2, cols: 9 }, { rowIndex: columns.map((j) => j % 2), colIndex: columns, values });
  const got = await entriesOf(
    spgeam,
    jsUnionCsr as MatrixKernel,
    { A: at([0, 2, 3], [1, 2, 3]), B: at([2, 5, 8], [2, 4, 6]) },
    { beta: -1 },
  );
  expect([...got]).toEqual([
    ['0 0', 1],
    ['0 2', 0],
    ['0 8', -6],
    ['1 3', 3],
    ['1 5', -4],
  ]);
});

test('shapes that do not fit are refused with the numbers', async () => {
  const tall = randomUniform({ rows: 5, cols: 3, density: 0.5 });
  for (const [operation, kernel, operands, words] of [
    [spgemmAdd, jsAddCsr, { A: square, B: square, D: tall }, 'AB is 20 × 20 and D is 5 × 3'],
    [spgemmMasked, jsMaskedCsr, { A: square, B: square, M: tall }, 'AB is 20 × 20 and M is 5 × 3'],
    [spgeam, jsUnionCsr, { A: square, B: tall }, 'A is 20 × 20 and B is 5 × 3'],
    [galerkin, jsGalerkinCsr, { A: tall, P: tall }, 'A is 5 × 3 and P is 5 × 3'],
  ] as const)
    await expect(entriesOf(operation, kernel as MatrixKernel, operands)).rejects.toMatchObject({
      code: 'OPERAND.SIZE',
      message: expect.stringContaining(words) as string,
    });
});

test('2³¹ entries and more are refused by csr with their number, and csr64 numbers them', async () => {
  const many = 50_000;
  const ones = new Float64Array(many).fill(1);
  const index = Int32Array.from(ones, (_, i) => i);
  const zero = new Int32Array(many);
  const full = {
    A: cooFromEntries({ rows: many, cols: 1 }, { rowIndex: index, colIndex: zero, values: ones }),
    B: cooFromEntries({ rows: 1, cols: many }, { rowIndex: zero, colIndex: index, values: ones }),
  };
  await expect(entriesOf(spgemm, jsCsr as MatrixKernel, full)).rejects.toMatchObject({
    code: 'KERNEL.REFUSED',
    message: expect.stringContaining('2500000000 entries') as string,
  });
  // By sizes alone: what the passes would have left.
  const header = { shape: { rows: many, cols: many } };
  const steps = jsCsr64.symbolic({ matrices: { A: header, B: header } } as unknown as MatrixContext, {});
  let next = steps.next();
  while (!next.done)
    next = steps.next(next.value.do === 'read' ? Float64Array.of(many ** 2, many, many, 0) : undefined);
  expect(next.value.nnz).toBe(2.5e9);
});

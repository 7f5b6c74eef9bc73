import type { CooMatrix, Kernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { petscBackend } from '../src/descriptor.ts';
import { petscKernels } from '../src/kernels.ts';
import { missing } from './missing.ts';
import { unless } from '../../../tools/needs.ts';

const [plain, transposed] = petscKernels as readonly [Kernel, Kernel];
const lack = await missing();

/** Entries (i, column(i, k)) for k < length(i). */
function matrix(
  rows: number,
  cols: number,
  length: (i: number) => number,
  column: (i: number, k: number) => number,
): CooMatrix {
  const [rowIndex, colIndex, values]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < length(i); k++) {
      rowIndex.push(i);
      colIndex.push(column(i, k));
      values.push(((i * 7 + k * 3) % 16) - 8 || 1);
    }
  return cooFromEntries({ rows, cols }, { rowIndex, colIndex, values });
}

/** Integers, so that sums in any order have the same bits. */
function numbers(length: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length }, (_, i) => (i % 11) - 5);
}

function expected(coo: CooMatrix, x: Float64Array, y: Float64Array, isTransposed: boolean): Float64Array {
  const sums = y.map((value) => -value);
  coo.values.forEach((value, k) => {
    const [i, j] = [coo.rowIndex[k] as number, coo.colIndex[k] as number];
    const [to, from] = isTransposed ? [j, i] : [i, j];
    sums[to] = (sums[to] as number) + 2 * value * (x[from] as number);
  });
  return sums;
}

const CASES: readonly (readonly [string, CooMatrix])[] = [
  [
    'one entry',
    matrix(
      1,
      1,
      () => 1,
      () => 0,
    ),
  ],
  [
    'fewer rows than ranks',
    matrix(
      2,
      5,
      () => 3,
      (_, k) => k + 1,
    ),
  ],
  [
    'fewer columns than ranks',
    matrix(
      7,
      1,
      (i) => i % 2,
      () => 0,
    ),
  ],
  [
    'no entries',
    matrix(
      4,
      3,
      () => 0,
      () => 0,
    ),
  ],
  [
    'no rows',
    matrix(
      0,
      3,
      () => 0,
      () => 0,
    ),
  ],
  [
    'no columns',
    matrix(
      3,
      0,
      () => 0,
      () => 0,
    ),
  ],
  [
    'empty rows where ranks meet',
    matrix(
      9,
      9,
      (i) => (i % 3 === 0 ? 0 : 4),
      (i, k) => (i + 2 * k) % 9,
    ),
  ],
  // More than one piece of the matrix, most of it in a row.
  [
    'one giant row',
    matrix(
      3,
      300_000,
      (i) => (i === 1 ? 300_000 : 1),
      (i, k) => (i === 1 ? k : 299_999),
    ),
  ],
  // More rows than a piece has, and what ranks exchange is longer than a page.
  [
    'many rows',
    matrix(
      300_000,
      300_000,
      () => 2,
      (i, k) => (k === 0 ? i : 299_999 - i),
    ),
  ],
];

for (const [ranks, memory] of [
  [3, 'shared'],
  [2, 'messages'],
] as const) {
  describe(`${ranks} ranks by ${memory}`, unless(lack), () => {
    const opening = (): ReturnType<typeof openBackend> =>
      openBackend(petscBackend({ ranks, memory, allowRoot: true, oversubscribe: true }));
    let backend: Awaited<ReturnType<typeof opening>>;
    beforeAll(async () => {
      backend = await opening();
    });
    afterAll(() => backend.dispose());

    it('says how vectors reach the ranks', () => {
      expect(backend.device.details).toMatchObject({ memory });
    });

    it.each(CASES)('multiplies with %s', async (_, coo) => {
      for (const kernel of [plain, transposed]) {
        const isTransposed = kernel === transposed;
        const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, coo), kernel });
        const { rows, cols } = coo.shape;
        const [fromX, fromY] = [numbers(isTransposed ? rows : cols), numbers(isTransposed ? cols : rows)];
        const [x, y] = [backend.vector(fromX), backend.vector(fromY)];
        A.apply(x, y, 2, -1);
        expect(await y.read()).toEqual(expected(coo, fromX, fromY, isTransposed));
        A.apply(x, y);
        const once = (await y.read()).map((value) => value * 2);
        await y.write(Float64Array.from(fromY).fill(Number.NaN));
        A.apply(x, y, 2);
        expect(await y.read()).toEqual(once);
        for (const one of [A, x, y]) await one.dispose();
      }
    });

    it('keeps to the order of products, the result of one being the vector of the next', async () => {
      // Each product moves the elements on by one.
      const each = [0, 1, 2, 3, 4];
      const next = each.map((i) => (i + 1) % 5);
      const coo = cooFromEntries({ rows: 5, cols: 5 }, { rowIndex: each, colIndex: next, values: [1, 1, 1, 1, 1] });
      const A = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, coo), kernel: plain });
      const [x, y] = [backend.vector(new Float64Array(each)), backend.vector(5)];
      for (let k = 0; k < 51; k++) {
        A.apply(x, y);
        A.apply(y, x);
      }
      expect(await x.read()).toEqual(new Float64Array([2, 3, 4, 0, 1]));
      for (const one of [A, x, y]) await one.dispose();
    });
  });
}

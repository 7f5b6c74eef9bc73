import type { CooMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { writePetsc } from '@spmv/interchange';
import { equalParts, haloOf, partsByWork } from '@spmv/reorder';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { petscBackend } from '../src/descriptor.ts';
import { petscExchange } from '../src/exchange.ts';
import { petscKernels } from '../src/kernels.ts';
import type { PetscOptions } from '../src/options.ts';
import { settingsOf } from '../src/options.ts';
import { petscSolve } from '../src/solve.ts';
import { missing } from './missing.ts';
import { unless } from '../../../tools/needs.ts';

const lack = await missing();
const root = { allowRoot: true, oversubscribe: true } as const;
const folder = mkdtempSync(join(tmpdir(), 'spmv-petsc-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Row i has entries in these columns. */
function matrix(rows: number, cols: number, columnsOf: (i: number) => readonly number[]): CooMatrix {
  const [rowIndex, colIndex]: [number[], number[]] = [[], []];
  for (let i = 0; i < rows; i++)
    for (const j of columnsOf(i)) {
      rowIndex.push(i);
      colIndex.push(j);
    }
  return cooFromEntries({ rows, cols }, { rowIndex, colIndex, values: rowIndex.map((i) => 1 + (i % 5)) });
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, k) => k);
const diagonal = (i: number): readonly number[] => [i];

const CASES: readonly (readonly [string, CooMatrix])[] = [
  ['one giant row', matrix(60, 60, (i) => (i === 7 ? upTo(60) : [i, (i * 13) % 60]))],
  ['rows that become longer', matrix(90, 90, (i) => upTo(i + 1))],
  ['more ranks than rows', matrix(2, 2, () => [0, 1])],
  ['no rows', matrix(0, 5, () => [])],
  ['no entries', matrix(10, 10, () => [])],
  ['more columns than rows', matrix(9, 31, (i) => [i, 3 * i + 2, 30 - i])],
  ['more rows than columns', matrix(40, 3, (i) => (i < 5 ? [0, 1, 2] : [i % 3]))],
];

/** The file of a matrix in PETSc's binary format. */
function fileOf({ shape, rowIndex, colIndex, values }: CooMatrix): string {
  const path = join(folder, 'A.petsc');
  const facts = { field: 'real', symmetry: 'general', about: '' } as const;
  const chunks = [...writePetsc({ shape, positions: { rowIndex, colIndex }, values, ...facts })];
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}

function boundsFile(bounds: unknown): string {
  const path = join(folder, 'parts.json');
  writeFileSync(path, JSON.stringify({ schema: 'spmv.bounds/1', bounds }));
  return path;
}

/** Rows and columns, where these are divided as `spmv plan` has it. */
function predicted(coo: CooMatrix, ranks: number, bounds = partsByWork(coo, ranks)) {
  const { rows, cols } = coo.shape;
  const { received, sources, sent, targets } = haloOf(
    coo,
    bounds,
    rows === cols ? bounds : equalParts(cols, ranks),
  ).near;
  return { received, sources, sent, targets };
}

describe('rows of ranks', unless(lack), () => {
  it.each(CASES)('with %s, PETSc exchanges what is counted, handed over and read from a file', async (_, coo) => {
    const ranks = 4;
    const expected = predicted(coo, ranks);
    expect(await petscExchange(buildMatrix(csr, coo), { ...root, ranks })).toEqual(expected);
    if (coo.shape.rows > 0) expect(await petscExchange(fileOf(coo), { ...root, ranks })).toEqual(expected);
  });

  it.each([1, 2])('PETSc exchanges what is counted with %i ranks', async (ranks) => {
    const coo = matrix(90, 90, (i) => upTo(i + 1));
    expect(await petscExchange(buildMatrix(csr, coo), { ...root, ranks })).toEqual(predicted(coo, ranks));
  });

  it('are those that a file of bounds says, and there are as many ranks', async () => {
    const coo = matrix(90, 90, (i) => upTo(i + 1));
    const bounds = [0, 0, 70, 90];
    const options: PetscOptions = { ...root, bounds: boundsFile(bounds) };
    const expected = predicted(coo, 3, Int32Array.from(bounds));
    expect(await petscExchange(buildMatrix(csr, coo), options)).toEqual(expected);
    expect(await petscExchange(fileOf(coo), { ...root, bounds })).toEqual(expected);
  });

  it('that a solver has may be none, or one giant one', async () => {
    // Diagonally dominant, with a full first row and column.
    const n = 50;
    const border = upTo(n - 1).map((i) => i + 1);
    const coo = cooFromEntries(
      { rows: n, cols: n },
      {
        rowIndex: [...upTo(n), ...border.map(() => 0), ...border],
        colIndex: [...upTo(n), ...border, ...border.map(() => 0)],
        values: [
          ...upTo(n).map((i) => (i === 0 ? n : 2 + (i % 3))),
          ...border.map(() => 0.5),
          ...border.map(() => 0.5),
        ],
      },
    );
    const b = Float64Array.from({ length: n }, (_, i) => 1 + (i % 4));
    for (const M of ['jacobi', 'ic0'] as const)
      for (const bounds of [undefined, [0, 0, 1, n]]) {
        const { x, converged } = await petscSolve(buildMatrix(csr, coo), b, {
          ...root,
          ranks: 3,
          M,
          rtol: 1e-10,
          ...(bounds ? { bounds } : {}),
        });
        const rest = b.slice();
        coo.values.forEach((value, k) => {
          const i = coo.rowIndex[k] as number;
          rest[i] = (rest[i] as number) - value * (x[coo.colIndex[k] as number] as number);
        });
        expect([converged, Math.hypot(...rest) < 1e-8 * Math.hypot(...b)]).toEqual([true, true]);
      }
  });

  it('may differ between matrices of a sequence, whose products still come one after another', async () => {
    const n = 20_000;
    // The first half of the rows of one is long, the second half of the other: parts meet elsewhere.
    const shift = (i: number): number => (i + 1) % n;
    const heavy = (i: number, isHeavy: boolean): readonly number[] =>
      isHeavy ? [shift(i), ...upTo(20).map((k) => (i + 2 + k) % n)] : [shift(i)];
    const make = (isFirst: boolean): CooMatrix => {
      const coo = matrix(n, n, (i) => heavy(i, i < n / 2 === isFirst));
      // Only the next element counts.
      coo.values.forEach((_, k) => {
        (coo.values as Float64Array)[k] = coo.colIndex[k] === shift(coo.rowIndex[k] as number) ? 1 : 0;
      });
      return coo;
    };
    const backend = await openBackend(petscBackend({ ...root, ranks: 3 }));
    const kernel = petscKernels[0];
    if (!kernel) throw new Error('there is a kernel');
    const prepare = (isFirst: boolean) =>
      backend.prepare({ operation: spmv, matrix: buildMatrix(csr, make(isFirst)), kernel });
    const [A, B] = [await prepare(true), await prepare(false)];
    const [x, y] = [backend.vector(Float64Array.from({ length: n }, (_, i) => i)), backend.vector(n)];
    const pairs = 25;
    const products = Array.from({ length: pairs }, () => [
      { operator: A, operands: [x, y] as const },
      { operator: B, operands: [y, x] as const },
    ]);
    const sequence = await backend.sequence(products.flat());
    sequence.run();
    expect(await x.read()).toEqual(Float64Array.from({ length: n }, (_, i) => (i + 2 * pairs) % n));
    await backend.dispose();
  });

  it('that were given for another matrix are refused, and the backend goes on', async () => {
    const backend = await openBackend(petscBackend({ ...root, bounds: [0, 10, 60] }));
    const kernel = petscKernels[0];
    if (!kernel) throw new Error('there is a kernel');
    const prepare = (n: number) =>
      backend.prepare({ operation: spmv, matrix: buildMatrix(csr, matrix(n, n, diagonal)), kernel });
    await expect(prepare(61)).rejects.toMatchObject({
      code: 'OPERAND.MATRIX',
      message: 'These bounds do not divide 61 rows in 2 parts.',
    });
    const A = await prepare(60);
    const [x, y] = [backend.vector(new Float64Array(60).fill(1)), backend.vector(60)];
    A.apply(x, y);
    expect((await y.read())[8]).toBe(4);
    await backend.dispose();
  });
});

describe('bounds', () => {
  it('say how many ranks there are, and nothing else may say otherwise', () => {
    expect(settingsOf({ bounds: [0, 1, 1, 5] }).ranks).toBe(3);
    expect(settingsOf({ bounds: boundsFile([0, 2, 5]) }).bounds).toEqual(Int32Array.of(0, 2, 5));
    expect(() => settingsOf({ bounds: [0, 1, 5], ranks: 4 })).toThrow(/ranks = 4/u);
    expect(() => settingsOf({ bounds: 7 as unknown as string })).toThrow(/bounds = 7/u);
  });

  it.each([[[0]], [[1, 5]], [[0, 5, 4]], [[0, 1.5, 4]], [[0, 2 ** 31]], ['text'], [undefined]])(
    'that are %j are none',
    (bounds) => {
      expect(() => settingsOf({ bounds: boundsFile(bounds) })).toThrow(
        expect.objectContaining({
          code: 'FILE.FORMAT',
          message: expect.stringContaining('parts.json') as string,
        }) as Error,
      );
    },
  );
});

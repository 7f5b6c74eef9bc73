import type { CooMatrix, SparseFormat, StoredMatrix } from '@spmv/core';
import { buildMatrix, checkStored, cooFromEntries, transposeCoo } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { CscArrays } from '../src/index.ts';
import { csc, csr, csr64, transpose } from '../src/index.ts';

const EXAMPLE = cooFromEntries(
  { rows: 4, cols: 5 },
  { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
);

const of = (rows: number, cols: number, places: readonly (readonly [number, number])[]): CooMatrix =>
  cooFromEntries(
    { rows, cols },
    { rowIndex: places.map(([i]) => i), colIndex: places.map(([, j]) => j), values: places.map((_, k) => k + 0.5) },
  );

const MATRICES: Readonly<Record<string, CooMatrix>> = {
  'the example': EXAMPLE,
  'no rows': of(0, 4, []),
  'no columns': of(4, 0, []),
  'no entries': of(3, 7, []),
  'one giant row': of(
    3,
    500,
    Array.from({ length: 500 }, (_, j) => [1, j]),
  ),
  'one giant column': of(
    500,
    3,
    Array.from({ length: 500 }, (_, i) => [i, 1]),
  ),
  'more columns than rows': of(2, 100_000, [
    [0, 99_999],
    [1, 3],
  ]),
};

describe.each(Object.entries(MATRICES))('%s', (_name, coo) => {
  it.each([csr, csr64] as readonly SparseFormat[])(
    'transposed as $id is what is stored of the transposed entries, to the bit',
    (format) => {
      for (const valueType of ['f64', 'f32'] as const) {
        const stored = buildMatrix(format, coo, { valueType });
        const before = structuredClone(stored.arrays);
        const moved = transpose(stored);
        expect(moved).toEqual(buildMatrix(format, transposeCoo(coo), { valueType }));
        expect(checkStored(format, moved)).toEqual([]);
        expect(transpose(moved)).toEqual({ ...stored });
        expect(stored.arrays).toEqual(before);
      }
    },
  );

  it('in csc is csr of the transposed entries', () => {
    const { colStart, rowIndex, values } = buildMatrix(csc, coo).arrays;
    const { arrays } = buildMatrix(csr, transposeCoo(coo));
    expect({ rowStart: colStart, colIndex: rowIndex, values }).toEqual(arrays);
  });
});

it('stores the example as its page shows', () => {
  const { arrays } = buildMatrix(csc, EXAMPLE, { valueType: 'f64' });
  expect(arrays.colStart).toEqual(Int32Array.of(0, 2, 4, 5, 6, 7));
  expect(arrays.rowIndex).toEqual(Int32Array.of(0, 3, 1, 3, 0, 3, 1));
  expect(arrays.values).toEqual(Float64Array.of(1, 5, 3, 6, 2, 7, 4));
});

it('csc names its own arrays, rows and columns where something is wrong', () => {
  const matrix = buildMatrix(csc, EXAMPLE) as StoredMatrix<CscArrays, Record<never, never>>;
  const wrong = { ...matrix, arrays: { ...matrix.arrays, rowIndex: Int32Array.of(0, 3, 1, 1, 0, 3, 1) } };
  expect(csc.check(wrong)).toEqual([
    { invariant: 'rowIndex.increasing', message: 'column 1, entry 1: row 1 follows 1' },
  ]);
});

it('transposes what is stored by rows alone', () => {
  expect(() => transpose(buildMatrix(csc, EXAMPLE))).toThrow(/Only csr and csr64 are transposed/u);
});

it('keeps the order of rows, and what is stored: zeros, infinities, NaN', () => {
  const coo = cooFromEntries(
    { rows: 4, cols: 1 },
    { rowIndex: [0, 1, 2, 3], colIndex: [0, 0, 0, 0], values: [-0, Infinity, NaN, 0] },
  );
  expect(transpose(buildMatrix(csr, coo)).arrays['values']).toEqual(Float64Array.of(-0, Infinity, NaN, 0));
});

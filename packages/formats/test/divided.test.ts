import type { SparseFormat } from '@spmv/core';
import { buildMatrix, checkStored, cutRows, isRefusal, rowLengthOf, rowStartOf, stripesOfStored } from '@spmv/core';
import { conformanceMatrices } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { csr, csr64, plugin } from '../src/index.ts';

/** Those of millions of entries test what kernels count. */
const SMALL = conformanceMatrices.filter(({ id }) => !/^(groups|power-law-300000|fem-band)/u.test(id));
const formats: readonly SparseFormat[] = plugin.formats ?? [];

describe.each(formats)('$id', (format) => {
  it('is divided into stripes of rows that are matrices of the format, with the entries of these rows', () => {
    let divided = 0;
    for (const { make } of SMALL) {
      const coo = make('f32');
      const rowStart = rowStartOf(coo);
      try {
        const stored = buildMatrix(format, coo, { valueType: 'f32' });
        const stripes = stripesOfStored(format, stored, { count: 3, gap: 1 });
        expect(stripes.map(({ begin, end }) => ({ begin, end }))).toEqual(cutRows(rowLengthOf(coo), 3));
        for (const { begin, end, matrix, columns } of stripes) {
          expect(checkStored(format, matrix)).toEqual([]);
          expect(matrix.shape).toEqual({ rows: end - begin, cols: coo.shape.cols });
          const [first, last] = [rowStart[begin], rowStart[end]];
          const { rowIndex, colIndex, values } = format.toCoo(matrix);
          expect(rowIndex.map((row) => row + begin)).toEqual(coo.rowIndex.slice(first, last));
          expect(colIndex).toEqual(coo.colIndex.slice(first, last));
          expect(values).toEqual(Float64Array.from(coo.values.slice(first, last), Math.fround));
          const needed = new Set(colIndex);
          const named = Array.from(
            { length: columns.length / 2 },
            (_, r) => (columns[2 * r + 1] ?? 0) - (columns[2 * r] ?? 0),
          );
          expect(named.reduce((a, b) => a + b, 0)).toBe(needed.size);
        }
        if (stripes.length > 1) divided++;
      } catch (error) {
        if (!isRefusal(error)) throw error;
      }
    }
    expect(divided).toBeGreaterThan(3);
  });
});

it.each([csr, csr64] as unknown as readonly SparseFormat[])('$id shares its entries with its stripes', (format) => {
  const first = SMALL.find(({ id }) => id === 'stencil27-1000');
  if (!first) throw new Error('there is no stencil of a thousand rows');
  const whole = buildMatrix(format, first.make('f64'));
  const stripes = stripesOfStored(format, whole, { count: 2, gap: 1 });
  expect(stripes).toHaveLength(2);
  for (const { matrix } of stripes)
    for (const name of ['colIndex', 'values']) expect(matrix.arrays[name]?.buffer).toBe(whole.arrays[name]?.buffer);
});

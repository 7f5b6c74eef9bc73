import type { SparseFormat, StoredPart } from '@spmv/core';
import { buildMatrix, checkStored, cutRows, isRefusal, rowLengthOf, rowStartOf, stripesOfStored } from '@spmv/core';
import { banded, conformanceMatrices } from '@spmv/testkit';
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
        for (const { begin, end, parts, columns } of stripes) {
          expect(parts).toHaveLength(1);
          const [{ matrix }] = parts as readonly [StoredPart];
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
  for (const { matrix } of stripes.flatMap(({ parts }) => parts))
    for (const name of ['colIndex', 'values']) expect(matrix.arrays[name]?.buffer).toBe(whole.arrays[name]?.buffer);
});

describe('rows that need no columns but those with numbers of their stripe', () => {
  const band = banded({ rows: 2000, lower: 10, upper: 5 });
  it('are a part of their own where that is wanted, and all parts are the stripe', () => {
    for (const format of formats) {
      let stripes: ReturnType<typeof stripesOfStored>;
      const asked: object[] = [];
      try {
        const apart = (run: object): boolean => asked.push(run) > 0;
        stripes = stripesOfStored(format, buildMatrix(format, band), { count: 3, gap: 1, apart });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        continue;
      }
      expect(stripes.map(({ parts }) => parts.map(({ isInterior }) => isInterior))).toEqual([
        [true, false],
        [false, true, false],
        [false, true],
      ]);
      expect(asked).toMatchObject([
        { outside: 5, parts: 2 },
        { outside: 15, parts: 3 },
        { outside: 10, parts: 2 },
      ]);
      const wanted = format.toCoo(buildMatrix(format, band));
      const rows: number[] = [];
      const values: number[] = [];
      for (const { begin, end, parts } of stripes) {
        expect([parts[0]?.begin, parts.at(-1)?.end]).toEqual([begin, end]);
        for (const part of parts) {
          const coo = format.toCoo(part.matrix);
          coo.rowIndex.forEach((row) => rows.push(row + part.begin));
          values.push(...coo.values);
          if (part.isInterior) for (const column of coo.colIndex) expect(column >= begin && column < end).toBe(true);
        }
      }
      expect(rows).toEqual([...wanted.rowIndex]);
      expect(values).toEqual([...wanted.values]);
    }
  });

  it('are none where a stripe needs nothing else, where each 128 rows need something, and where columns are no rows', () => {
    const refuse = (): never => {
      throw new Error('nothing is to be asked');
    };
    const wide = banded({ rows: 900, cols: 1200, lower: 3, upper: 3 });
    const scattered = banded({ rows: 900, lower: 899, upper: 899, density: 0.2 });
    for (const matrix of [banded({ rows: 900, lower: 0, upper: 0 }), wide, scattered]) {
      const stripes = stripesOfStored(csr, buildMatrix(csr, matrix), { count: 3, gap: 1, apart: refuse });
      expect(stripes.map(({ parts }) => parts.length)).toEqual([1, 1, 1]);
    }
  });
});

import { cooFromEntries, occupiedRowsOf } from '@spmv/core';
import { oneFullRow, stencil5 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { sizeTile } from '../../src/matrix/density-tiles.ts';
import { entrySizes, longRows } from '../../src/matrix/extremes.ts';

const COO = cooFromEntries(
  { rows: 600, cols: 600 },
  { rowIndex: [0, 0, 1, 599, 599], colIndex: [0, 1, 1, 598, 599], values: [-1000, 0.01, 0, NaN, 3] },
);

test('sizes are between the finite entries that are not zero, and the others are counted', () => {
  expect(entrySizes(COO)).toEqual({ least: 0.01, most: 1000, zeros: 1, notFinite: 1 });
  const none = cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0], colIndex: [0], values: [0] });
  expect(entrySizes(none)).toEqual({ least: 0, most: 0, zeros: 1, notFinite: 0 });
});

test('a cell has the largest of its entries, and tells zeros, what is not finite, and nothing apart', () => {
  const fine = sizeTile(COO, { level: 0, row: 0, col: 0 });
  expect([fine[0], fine[1], fine[257], fine[2]]).toEqual([3, Math.fround(-2), -Infinity, NaN]);
  const coarse = sizeTile(COO, { level: 2, row: 0, col: 0 });
  expect([coarse[0], coarse[149 * 256 + 149]]).toEqual([3, Infinity]);
});

test('long rows are those far above the mean, the longest first, five at most; of even rows none', () => {
  const full = oneFullRow({ rows: 600 });
  expect(longRows(occupiedRowsOf(full), full)).toMatchObject([{ length: 600 }]);
  const even = stencil5({ n: 20 });
  expect(longRows(occupiedRowsOf(even), even)).toEqual([]);
  const lengths = [9, 8, 12, 7, 11, 10, 30];
  const rows = { row: Int32Array.from(lengths, (_, r) => 10 * r), start: new Int32Array(8) };
  lengths.forEach((length, r) => {
    rows.start[r + 1] = (rows.start[r] as number) + length;
  });
  // The longest has its entries at 0, 10, 20, … and then one after another.
  const colIndex = Int32Array.from({ length: 87 }, (_, k) => (k < 57 ? k : k < 67 ? 10 * (k - 57) : 500 + k));
  const shape = { rows: 1000, cols: 1000 };
  const found = longRows(rows, { shape, colIndex });
  expect(found.map(({ length }) => length)).toEqual([30, 12, 11, 10, 9]);
  expect(found[0]).toEqual({ row: 60, length: 30, col: 567 });
  const none = { shape: { rows: 0, cols: 0 }, colIndex: new Int32Array(0) };
  expect(longRows({ row: new Int32Array(0), start: Int32Array.of(0) }, none)).toEqual([]);
});

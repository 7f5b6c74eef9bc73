import { cooFromEntries, occupiedRowsOf } from '@spmv/core';
import { oneFullRow, stencil5 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { longRowText } from '../../src/teach/long-row-words.tsx';
import { withPart } from '../../src/teach/small-matrix.ts';
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
  const rows = { row: Int32Array.from(lengths, (_, r) => 100 * r), start: new Int32Array(8) };
  lengths.forEach((length, r) => {
    rows.start[r + 1] = (rows.start[r] as number) + length;
  });
  // The longest has its entries at 0, 10, 20, … and then one after another.
  const colIndex = Int32Array.from({ length: 87 }, (_, k) => (k < 57 ? k : k < 67 ? 10 * (k - 57) : 500 + k));
  const shape = { rows: 1000, cols: 1000 };
  const found = longRows(rows, { shape, colIndex });
  expect(found.map(({ length }) => length)).toEqual([30, 12, 11, 10, 9]);
  expect(found[0]).toEqual({ row: 600, length: 30, warpRow: 576, nextLength: 0, col: 567 });
  const none = { shape: { rows: 0, cols: 0 }, colIndex: new Int32Array(0) };
  expect(longRows({ row: new Int32Array(0), start: Int32Array.of(0) }, none)).toEqual([]);
});

test('the columns of a long row are those in which other rows of its warp wait for it, and words say how long', () => {
  // Row 40 has all columns, denser from 0 to 31 than the even ones later; its neighbours have entries from 500 on.
  const rowIndex: number[] = [];
  const colIndex: number[] = [];
  const add = (row: number, cols: readonly number[]): void => {
    rowIndex.push(...cols.map(() => row));
    colIndex.push(...cols);
  };
  // Row 31 is of another warp: where it has entries is no matter.
  add(31, [100, 101]);
  add(39, [501, 503]);
  add(40, [...Array.from({ length: 32 }, (_, j) => j), ...Array.from({ length: 284 }, (_, j) => 32 + 2 * j)]);
  add(41, [505]);
  const coo = cooFromEntries({ rows: 600, cols: 600 }, { rowIndex, colIndex, values: rowIndex.map(() => 1) });
  const [long] = longRows(occupiedRowsOf(coo), coo);
  expect(long).toMatchObject({ row: 40, length: 316, warpRow: 32, nextLength: 2 });
  expect(long?.col).toBeGreaterThan(505 - 32);
  expect(long?.col).toBeLessThanOrEqual(503);
  const part = { row: 32, col: long?.col ?? 0, size: 32 };
  expect(longRowText(long ? [long] : [], part, 600)).toBe(
    'Row 40 has 316 entries, no other row of its warp more than 2: where each lane has a row, 31 other lanes wait 314 rounds or more for lane 8.',
  );
  // The last warp of a matrix may have fewer rows.
  expect(longRowText(long ? [long] : [], part, 42)).toContain('9 other lanes wait 314 rounds');
  expect(longRowText(long ? [long] : [], { ...part, row: 64 }, 600)).toBe('');
  // Where nothing is chosen that part is shown, of a matrix that is larger than the usual one.
  const shown = { row: '32', col: String(long?.col), size: '32' };
  expect(withPart({}, coo.shape, long ? [long] : [])).toEqual(shown);
  expect(withPart({ col: '0' }, coo.shape, long ? [long] : [])).toEqual({ col: '0' });
  expect(withPart({}, { rows: 12, cols: 9 }, long ? [long] : [])).toEqual({});
  expect(withPart({}, coo.shape, [])).toEqual({});
});

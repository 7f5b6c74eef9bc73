import { expect, it } from 'vitest';
import { cooFromEntries, sectorsPerRow } from '../src/index.ts';

const coo = cooFromEntries(
  { rows: 4, cols: 20 },
  // Sectors of 32 bytes hold 4 elements in f64, 8 in f32.
  { rowIndex: [0, 0, 0, 1, 1, 3, 3, 3], colIndex: [0, 3, 4, 3, 4, 7, 8, 19], values: [1, 1, 1, 1, 1, 1, 1, 1] },
);

it('counts the distinct sectors of each row, empty rows among the rows', () => {
  expect(sectorsPerRow(coo)).toBe((2 + 2 + 0 + 3) / 4);
  expect(sectorsPerRow(coo, 4)).toBe((1 + 1 + 0 + 3) / 4);
  expect(sectorsPerRow(coo, 8, 8)).toBe(8 / 4);
});

it('is 0 without rows', () => {
  expect(sectorsPerRow(cooFromEntries({ rows: 0, cols: 3 }, { rowIndex: [], colIndex: [], values: [] }))).toBe(0);
});

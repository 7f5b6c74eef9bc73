import { cooFromEntries } from '@spmv/core';
import { banded, stencil5 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { multiply } from '../../src/product/multiply.ts';

const A = cooFromEntries({ rows: 3, cols: 2 }, { rowIndex: [0, 0, 2], colIndex: [0, 1, 1], values: [2, 3, 4] });
const B = cooFromEntries(
  { rows: 2, cols: 4 },
  { rowIndex: [0, 0, 1, 1], colIndex: [0, 2, 2, 3], values: [1, 1, -1, 5] },
);

test('a product has its terms and entries by row, a picture, and says what comes together in a row', () => {
  let clock = 0;
  const { facts, row } = multiply(A, B, () => 10 * clock++);
  expect(facts).toMatchObject({ shape: { rows: 3, cols: 4 }, symbolicMs: 10, numericMs: 10 });
  expect([...facts.termStart]).toEqual([0, 4, 4, 6]);
  expect([...facts.rowStart]).toEqual([0, 3, 3, 5]);
  expect(facts.overview.counts.reduce((sum, count) => sum + count, 0)).toBe(5);
  expect([0, 1, 2, 3].map((j) => facts.overview.counts[j])).toEqual([1, 0, 1, 1]);
  expect(row(0)).toEqual({
    row: 0,
    brings: [
      { row: 0, value: 2, length: 2 },
      { row: 1, value: 3, length: 2 },
    ],
    terms: 4,
    entries: 3,
  });
  expect(row(1)).toMatchObject({ brings: [], terms: 0, entries: 0 });
});

test('shapes that do not fit, and more terms than a page computes, are refused before anything is', () => {
  expect(() => multiply(A, A)).toThrow('A has 2 columns and B 3 rows');
  const full = banded({ rows: 600, lower: 599, upper: 599 });
  expect(() => multiply(full, full)).toThrow('216000000 terms; a page computes at most 134217728');
});

test('a matrix without rows has a product', () => {
  const none = cooFromEntries({ rows: 0, cols: 0 }, { rowIndex: [], colIndex: [], values: [] });
  expect([...multiply(none, none).facts.rowStart]).toEqual([0]);
  expect(multiply(stencil5({ n: 3 }), stencil5({ n: 3 })).facts.shape).toEqual({ rows: 9, cols: 9 });
});

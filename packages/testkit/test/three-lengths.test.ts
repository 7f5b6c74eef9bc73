import { rowStatistics } from '@spmv/core';
import { expect, it } from 'vitest';
import { generateMatrix, standInRows } from '../src/index.ts';

const FIGURES = { rows: 2000, nnz: 20_000, max: 90, deviation: 8, like: 'band' } as const;

it.each([3, 5, 7])('rows have a mean absolute deviation of %d beside their standard deviation', (meanDeviation) => {
  const { shape, rowLength } = standInRows({ ...FIGURES, meanDeviation });
  const { nnz, max, mean, standardDeviation } = rowStatistics(shape, rowLength);
  const found = rowLength.reduce((sum, length) => sum + Math.abs(length - mean), 0) / shape.rows;
  expect([nnz, max]).toEqual([FIGURES.nnz, FIGURES.max]);
  expect(
    [standardDeviation / FIGURES.deviation, found / meanDeviation].map((part) => Math.abs(part - 1) <= 0.01),
  ).toEqual([true, true]);
});

it('refuses a mean deviation that no lengths have: above the standard one, or with ends beyond the longest', () => {
  expect(() => standInRows({ ...FIGURES, meanDeviation: 9 })).toThrow(/meanDeviation/);
  // Ends lie 2 · 8² / 1 = 128 apart.
  expect(() => standInRows({ ...FIGURES, meanDeviation: 1 })).toThrow(/none of mean deviation 1/);
});

it('random values lie between the ends that are asked for', () => {
  const { values } = generateMatrix('random', { rows: 100, perRow: 10, low: 1, high: 1000 });
  expect([Math.min(...values) > 1, Math.max(...values) < 1000]).toEqual([true, true]);
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(900);
  expect(() => generateMatrix('random', { rows: 100, low: 2, high: 1 })).toThrow(/high/);
});

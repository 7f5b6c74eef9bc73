import { expect, it } from 'vitest';
import { rowHistogram } from '../src/statistics/row-histogram.ts';

it('counts every row once in a histogram', () => {
  const lengths = Int32Array.from([0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 1000]);
  const bins = rowHistogram(lengths, lengths.length);
  expect(bins.reduce((sum, { rows }) => sum + rows, 0)).toBe(lengths.length);
  for (const { from, to, rows } of bins)
    expect(rows).toBe([...lengths].filter((length) => length >= from && length <= to).length);
  expect(rowHistogram(Int32Array.from([3, 4, 4]), 3)).toEqual([
    { from: 3, to: 3, rows: 1 },
    { from: 4, to: 4, rows: 2 },
  ]);
  expect(rowHistogram(Int32Array.from([1, 2]), 2 ** 31 - 1)).toEqual([
    { from: 0, to: 0, rows: 2 ** 31 - 3 },
    { from: 1, to: 1, rows: 1 },
    { from: 2, to: 2, rows: 1 },
  ]);
  expect(rowHistogram(Int32Array.from([100]), 5)[0]).toEqual({ from: 0, to: 0, rows: 4 });
  expect(rowHistogram(new Int32Array(0), 0)).toEqual([]);
});

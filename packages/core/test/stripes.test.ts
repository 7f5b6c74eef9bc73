import { describe, expect, it } from 'vitest';
import { columnRanges, stripeBounds } from '../src/index.ts';

const starts = (lengths: readonly number[]): number[] => {
  const found = [0];
  for (const length of lengths) found.push((found.at(-1) as number) + length);
  return found;
};

describe('stripes', () => {
  it('have equal entries, and rows where there are none', () => {
    expect(stripeBounds(starts([4, 4, 4, 4]), { count: 2, multiple: 1 })).toEqual([0, 2, 4]);
    expect(stripeBounds(starts([9, 1, 1, 1, 1, 1]), { count: 2, multiple: 1 })).toEqual([0, 1, 6]);
    expect(stripeBounds(starts(Array(9).fill(0)), { count: 3, multiple: 1 })).toEqual([0, 3, 6, 9]);
    expect(stripeBounds(starts(Array(64).fill(2)), { count: 4, multiple: 16 })).toEqual([0, 16, 32, 48, 64]);
  });

  it('are as many as asked for, some of them empty, where one row has everything or there are few', () => {
    expect(stripeBounds(starts([0, 0, 1000, 0]), { count: 3, multiple: 1 })).toEqual([0, 2, 3, 4]);
    expect(stripeBounds(starts([5]), { count: 4, multiple: 1 })).toEqual([0, 0, 1, 1, 1]);
    expect(stripeBounds(starts([]), { count: 2, multiple: 16 })).toEqual([0, 0, 0]);
    expect(stripeBounds(starts(Array(20).fill(1)), { count: 4, multiple: 16 })).toEqual([0, 0, 16, 16, 20]);
  });

  it('know their columns as ranges, and what lies between near ones', () => {
    const columns = Int32Array.of(3, 4, 9, 4, 3, 19);
    expect([...columnRanges(columns, 20, 1)]).toEqual([3, 5, 9, 10, 19, 20]);
    expect([...columnRanges(columns, 20, 5)]).toEqual([3, 10, 19, 20]);
    expect([...columnRanges(columns, 20, 100)]).toEqual([3, 20]);
    // The same where columns are many more than entries.
    expect([...columnRanges(columns, 2 ** 31 - 1, 1)]).toEqual([3, 5, 9, 10, 19, 20]);
    expect([...columnRanges(columns, 2 ** 31 - 1, 5)]).toEqual([3, 10, 19, 20]);
    expect([...columnRanges(Int32Array.of(0, 1, 2, 2 ** 31 - 2), 2 ** 31 - 1, 1)]).toEqual([
      0,
      3,
      2 ** 31 - 2,
      2 ** 31 - 1,
    ]);
    expect([...columnRanges(new Int32Array(0), 5, 1)]).toEqual([]);
    expect([...columnRanges(Int32Array.of(0, 1, 2), 3, 1)]).toEqual([0, 3]);
  });
});

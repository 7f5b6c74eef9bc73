import { describe, expect, it } from 'vitest';
import { columnRanges } from '../src/data/column-ranges.ts';

describe('ranges of columns', () => {
  it('are as few as a gap makes them, however many columns there are', () => {
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

import { describe, expect, it } from 'vitest';
import {
  PARTIAL_SUMS_BYTES,
  partialSumsViews,
  addPartialSums,
  emptyPartialSums,
  storePartialSums,
} from '../../src/runtime/partial-sums.ts';

function combined(
  partialSums: readonly (readonly [headRow: number, headSum: number, tailRow: number, tailSum: number])[],
  y: readonly number[],
  alpha: number,
  beta: number,
): number[] {
  const views = partialSumsViews(new ArrayBuffer(8 + PARTIAL_SUMS_BYTES * partialSums.length), 8, partialSums.length);
  partialSums.forEach(([headRow, headSum, tailRow, tailSum], r) =>
    storePartialSums(views, r, { headRow, headSum, tailRow, tailSum }),
  );
  const result = Float64Array.from(y);
  addPartialSums(views, partialSums.length, result, [alpha], [beta]);
  return [...result];
}

describe('addPartialSums', () => {
  it('adds the partial sums of a row that two ranges split, and writes no other row', () => {
    expect(
      combined(
        [
          [-1, 0, 1, 10],
          [1, 5, -1, 0],
        ],
        [7, 8, 9],
        2,
        0.5,
      ),
    ).toEqual([7, 2 * 15 + 0.5 * 8, 9]);
  });

  it('adds the partial sums of a row that lies over many ranges, between rows that others split', () => {
    expect(
      combined(
        [
          [-1, 0, 0, 1],
          [0, 2, 1, 3],
          [1, 4, -1, 0],
          [1, 5, 2, 6],
          [2, 7, -1, 0],
        ],
        [0, 0, 0],
        1,
        0,
      ),
    ).toEqual([3, 12, 13]);
  });

  it('does not read y when beta is 0', () => {
    expect(
      combined(
        [
          [-1, 0, 0, 1],
          [0, 1, -1, 0],
        ],
        [Number.NaN],
        3,
        0,
      ),
    ).toEqual([6]);
  });

  it('does nothing where no row is split', () => {
    expect(
      combined(
        [
          [-1, 99, -1, 99],
          [-1, 99, -1, 99],
        ],
        [1, 2],
        1,
        1,
      ),
    ).toEqual([1, 2]);
    expect(emptyPartialSums()).toMatchObject({ headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 });
  });

  it('adds in f64 and rounds once to an f32 y', () => {
    const views = partialSumsViews(new ArrayBuffer(2 * PARTIAL_SUMS_BYTES), 0, 2);
    storePartialSums(views, 0, { headRow: -1, headSum: 0, tailRow: 0, tailSum: 2 ** 24 });
    storePartialSums(views, 1, { headRow: 0, headSum: 1, tailRow: -1, tailSum: 0 });
    const y = Float32Array.of(1);
    addPartialSums(views, 2, y, [1], [1]);
    expect(y[0]).toBe(2 ** 24 + 2);
  });
});

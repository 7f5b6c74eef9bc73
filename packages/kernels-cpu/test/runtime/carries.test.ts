import { describe, expect, it } from 'vitest';
import { CARRY_BYTES, carryViews, combineCarries, emptyCarry, storeCarry } from '../../src/runtime/carries.ts';

function combined(
  carries: readonly (readonly [headRow: number, headSum: number, tailRow: number, tailSum: number])[],
  y: readonly number[],
  alpha: number,
  beta: number,
): number[] {
  const views = carryViews(new ArrayBuffer(8 + CARRY_BYTES * carries.length), 8, carries.length);
  carries.forEach(([headRow, headSum, tailRow, tailSum], r) =>
    storeCarry(views, r, { headRow, headSum, tailRow, tailSum }),
  );
  const result = Float64Array.from(y);
  combineCarries(views, carries.length, result, alpha, beta);
  return [...result];
}

describe('combineCarries', () => {
  it('adds the parts of a row that two ranges cut, and writes no other row', () => {
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

  it('adds the parts of a row that lies over many ranges, between rows that others cut', () => {
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

  it('does nothing where no row is cut', () => {
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
    expect(emptyCarry()).toEqual({ headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 });
  });

  it('adds in f64 and rounds once to an f32 y', () => {
    const views = carryViews(new ArrayBuffer(2 * CARRY_BYTES), 0, 2);
    storeCarry(views, 0, { headRow: -1, headSum: 0, tailRow: 0, tailSum: 2 ** 24 });
    storeCarry(views, 1, { headRow: 0, headSum: 1, tailRow: -1, tailSum: 0 });
    const y = Float32Array.of(1);
    combineCarries(views, 2, y, 1, 1);
    expect(y[0]).toBe(2 ** 24 + 2);
  });
});

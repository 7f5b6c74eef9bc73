import { roundTo } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { encodeValues } from '../src/memory/encode.ts';
import { fromHalfBits, toHalfBits } from '../src/memory/half.ts';

describe('half precision', () => {
  it('keeps every number of its own', () => {
    for (let bits = 0; bits < 0x10000; bits++) {
      const value = fromHalfBits(bits);
      if (Number.isNaN(value)) expect(fromHalfBits(toHalfBits(value))).toBeNaN();
      else expect(toHalfBits(value)).toBe(bits);
    }
  });

  it('rounds as the oracle does', () => {
    for (let k = 0; k < 20_000; k++) {
      const value = Math.fround(Math.sin(k) * 2 ** ((k % 44) - 26));
      // Compared as numbers: the sign of a zero is kept here.
      expect(fromHalfBits(toHalfBits(value)) + 0).toBe(roundTo('f16', value) + 0);
    }
    expect(fromHalfBits(toHalfBits(65519))).toBe(65504);
    expect(fromHalfBits(toHalfBits(65520))).toBe(Number.POSITIVE_INFINITY);
  });

  it('sends to the device what the oracle rounds to, next to a tie as elsewhere', () => {
    const ties = [47.984375, 1 + 2 ** -11, 3 + 2 ** -10, 2 ** -24 * 1.5, 2 ** -14 - 2 ** -25, 65488];
    const values = Float64Array.from(
      ties.flatMap((tie) => [-1, 0, 1].flatMap((side) => [1, -1].map((sign) => sign * tie * (1 + side * 2 ** -40)))),
    );
    for (const array of [values, Float32Array.from(values)]) {
      const sent = encodeValues(array, 'f16', 0, array.length);
      expect([...sent].map(fromHalfBits)).toEqual([...values].map((value) => roundTo('f16', value)));
    }
  });
});

import { roundTo } from '@spmv/core';
import { describe, expect, it } from 'vitest';
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
      const value = Math.sin(k) * 2 ** ((k % 44) - 26);
      // Compared as numbers: the sign of a zero is kept here.
      expect(fromHalfBits(toHalfBits(value)) + 0).toBe(roundTo('f16', value) + 0);
    }
    expect(fromHalfBits(toHalfBits(65519))).toBe(65504);
    expect(fromHalfBits(toHalfBits(65520))).toBe(Number.POSITIVE_INFINITY);
  });
});

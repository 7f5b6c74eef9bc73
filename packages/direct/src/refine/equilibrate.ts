import type { CooMatrix } from '@spmv/core';

/** Exponents r, c for which the largest |aᵢⱼ|·2^(rᵢ + cⱼ) of each row and column is in ½ … 1, or as near as one pass over each comes. */
export interface Exponents {
  readonly row: Int32Array;
  readonly col: Int32Array;
}

/** 2 to that power is a number, and so is its reciprocal. */
const MOST = 1000;

/** value·2^k for |k| ≤ 2000: no factor leaves the range before the result does. */
export function timesPower(value: number, k: number): number {
  if (k >= -MOST && k <= MOST) return value * 2 ** k;
  const half = k >> 1;
  return value * 2 ** half * 2 ** (k - half);
}

/** The k with 2^(k − 1) ≤ |value| < 2^k, of a number that is not 0. */
function exponentReader(): (value: number) => number {
  const number = new Float64Array(1);
  const halves = new Uint32Array(number.buffer);
  const high = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
  return (value) => {
    number[0] = value;
    const bits = (halves[high] >>> 20) & 0x7ff;
    if (bits > 0) return bits - 1022;
    number[0] = value * 2 ** 64;
    return ((halves[high] >>> 20) & 0x7ff) - 1022 - 64;
  };
}

/** A spread of exponents from which on rows and columns are first brought together by their means; so many passes do it. */
const [WIDE, PASSES] = [60, 20];

/**
 * Scales by the largest exponents of rows, then of columns in what is left; where exponents of entries are far apart, first by their means, again and again. Powers of two round nothing. Zeros count for nothing. O(n + nnz).
 * Sources: LAPACK Users' Guide, 1999, section 2.4.1 (xGEEQUB); A. R. Curtis, J. K. Reid, On the automatic scaling of matrices for Gaussian elimination, J. Inst. Math. Appl. 10, 1972.
 */
export function equilibrate({ shape, rowIndex, colIndex, values }: CooMatrix): Exponents {
  const exponentOf = exponentReader();
  const exponents = new Int16Array(values.length);
  const [row, col] = [new Int32Array(shape.rows), new Int32Array(shape.cols)];
  let [least, most] = [Infinity, -Infinity];
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) continue;
    const exponent = exponentOf(values[k]);
    exponents[k] = exponent;
    if (exponent < least) least = exponent;
    if (exponent > most) most = exponent;
  }
  if (most - least > WIDE)
    for (let pass = 0; pass < PASSES; pass++) {
      byMeans(row, rowIndex, col, colIndex);
      byMeans(col, colIndex, row, rowIndex);
    }
  byLargest(row, rowIndex, col, colIndex);
  byLargest(col, colIndex, row, rowIndex);
  return { row, col };

  function byMeans(to: Int32Array, index: Int32Array, other: Int32Array, otherIndex: Int32Array): void {
    const [sum, count] = [new Float64Array(to.length), new Int32Array(to.length)];
    for (let k = 0; k < values.length; k++) {
      if (values[k] === 0) continue;
      const i = index[k];
      sum[i] = sum[i] + exponents[k] + other[otherIndex[k]];
      count[i] = count[i] + 1;
    }
    for (let i = 0; i < to.length; i++) to[i] = within(-Math.round(sum[i] / Math.max(1, count[i])));
  }

  function byLargest(to: Int32Array, index: Int32Array, other: Int32Array, otherIndex: Int32Array): void {
    const largest = new Int32Array(to.length).fill(NONE);
    for (let k = 0; k < values.length; k++) {
      if (values[k] === 0) continue;
      const exponent = exponents[k] + other[otherIndex[k]];
      if (exponent > largest[index[k]]) largest[index[k]] = exponent;
    }
    for (let i = 0; i < to.length; i++) to[i] = largest[i] === NONE ? 0 : within(-largest[i]);
  }
}

/** Less than any exponent. */
const NONE = -(2 ** 30);

function within(exponent: number): number {
  return Math.max(-MOST, Math.min(MOST, exponent));
}

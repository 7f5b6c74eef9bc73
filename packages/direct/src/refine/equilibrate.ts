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

/** The largest exponents of rows, then of columns in what is left. Powers of two round nothing. Zeros count for nothing. O(n + nnz). Source: LAPACK Users' Guide, 1999, section 2.4.1 (xGEEQUB). */
export function equilibrate({ shape, rowIndex, colIndex, values }: CooMatrix): Exponents {
  const exponentOf = exponentReader();
  const NONE = -(2 ** 30);
  const exponents = new Int16Array(values.length);
  const [row, col] = [new Int32Array(shape.rows).fill(NONE), new Int32Array(shape.cols).fill(NONE)];
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) continue;
    const exponent = exponentOf(values[k]);
    exponents[k] = exponent;
    const i = rowIndex[k];
    if (exponent > row[i]) row[i] = exponent;
  }
  for (let i = 0; i < row.length; i++) row[i] = row[i] === NONE ? 0 : within(-row[i]);
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) continue;
    const exponent = exponents[k] + row[rowIndex[k]];
    const j = colIndex[k];
    if (exponent > col[j]) col[j] = exponent;
  }
  for (let j = 0; j < col.length; j++) col[j] = col[j] === NONE ? 0 : within(-col[j]);
  return { row, col };
}

function within(exponent: number): number {
  return Math.max(-MOST, Math.min(MOST, exponent));
}

import type { CooMatrix } from '@spmv/core';

/** Exponents r, c for which the largest |aᵢⱼ|·2^(rᵢ + cⱼ) of each row and column is in ½ … 1, or as near as one pass over each comes. */
export interface Exponents {
  readonly row: Int32Array;
  readonly col: Int32Array;
}

/** Powers of two by rows and columns of a matrix. */
export interface Scales {
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
}

/** 2 to that power is a number, and so is its reciprocal. */
const MOST = 1000;

/** value·2^k for |k| ≤ 2000: no factor leaves the range before the result does. */
export function timesPower(value: number, k: number): number {
  if (k >= -MOST && k <= MOST) return value * 2 ** k;
  const half = k >> 1;
  return value * 2 ** half * 2 ** (k - half);
}

/** Of each value that is not 0 the k with 2^(k − 1) ≤ |value| < 2^k; of 0 `NONE`. */
function exponentsOf(values: Float64Array): Int32Array {
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const high = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
  const exponents = new Int32Array(values.length);
  for (let k = 0; k < exponents.length; k++) {
    const bits = (halves[2 * k + high] >>> 20) & 0x7ff;
    exponents[k] = bits > 0 ? bits - 1022 : values[k] === 0 ? NONE : Math.floor(Math.log2(Math.abs(values[k]))) + 1;
  }
  return exponents;
}

/** The scales of `equilibrate`. */
export function scalesOf(coo: CooMatrix): Scales {
  const { row, col } = equilibrate(coo);
  return { rowScale: powersOf(row), colScale: powersOf(col) };
}

/** 2 to these powers, of which few are different. */
function powersOf(exponents: Int32Array): Float64Array {
  const [least, most] = rangeOf(exponents);
  const table = Float64Array.from({ length: Math.max(0, most - least + 1) }, (_, k) => 2 ** (least + k));
  const powers = new Float64Array(exponents.length);
  for (let i = 0; i < powers.length; i++) powers[i] = table[exponents[i] - least];
  return powers;
}

function rangeOf(numbers: Int32Array): readonly [least: number, most: number] {
  let [least, most] = [Infinity, -Infinity];
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i] < least) least = numbers[i];
    if (numbers[i] > most) most = numbers[i];
  }
  return [least, most];
}

/** A spread of exponents from which on rows and columns are first brought together by their means, until none changes by more than 1, or so often. */
const [WIDE, PASSES] = [150, 20];

/**
 * Scales by the largest exponents of rows, then of columns in what is left; where exponents of entries are far apart, first by their means, again and again. Powers of two round nothing. Zeros count for nothing. O(n + nnz).
 * Sources: LAPACK Users' Guide, 1999, section 2.4.1 (xGEEQUB); A. R. Curtis, J. K. Reid, On the automatic scaling of matrices for Gaussian elimination, J. Inst. Math. Appl. 10, 1972.
 */
function equilibrate({ shape, rowIndex, colIndex, values }: CooMatrix): Exponents {
  const exponents = exponentsOf(values);
  const [row, col] = [new Int32Array(shape.rows), new Int32Array(shape.cols)];
  const sums = new Float64Array(Math.max(shape.rows, shape.cols));
  const [ofRow, ofCol] = [new Int32Array(shape.rows), new Int32Array(shape.cols)];
  let [least, most] = [Infinity, -Infinity];
  for (let k = 0; k < exponents.length; k++) {
    const exponent = exponents[k];
    if (exponent === NONE) continue;
    ofRow[rowIndex[k]]++;
    ofCol[colIndex[k]]++;
    if (exponent < least) least = exponent;
    if (exponent > most) most = exponent;
  }
  if (most - least > WIDE)
    for (let pass = 0, isChanged = true; pass < PASSES && isChanged; pass++) {
      isChanged = byMeans(row, ofRow, rowIndex, col, colIndex);
      isChanged = byMeans(col, ofCol, colIndex, row, rowIndex) || isChanged;
    }
  byLargest(row, rowIndex, col, colIndex);
  byLargest(col, colIndex, row, rowIndex);
  return { row, col };

  /** Whether one of them changed by more than 1. */
  function byMeans(
    to: Int32Array,
    counts: Int32Array,
    index: ArrayLike<number>,
    other: Int32Array,
    otherIndex: ArrayLike<number>,
  ): boolean {
    sums.fill(0, 0, to.length);
    for (let k = 0; k < exponents.length; k++)
      if (exponents[k] !== NONE) sums[index[k]] += exponents[k] + other[otherIndex[k]];
    let isChanged = false;
    for (let i = 0; i < to.length; i++) {
      const mean = within(-Math.round(sums[i] / Math.max(1, counts[i])));
      if (Math.abs(mean - to[i]) > 1) isChanged = true;
      to[i] = mean;
    }
    return isChanged;
  }

  function byLargest(to: Int32Array, index: ArrayLike<number>, other: Int32Array, otherIndex: ArrayLike<number>): void {
    to.fill(NONE);
    for (let k = 0; k < exponents.length; k++) {
      const exponent = exponents[k] + other[otherIndex[k]];
      if (exponents[k] !== NONE && exponent > to[index[k]]) to[index[k]] = exponent;
    }
    for (let i = 0; i < to.length; i++) to[i] = to[i] === NONE ? 0 : within(-to[i]);
  }
}

/** Less than any exponent. */
const NONE = -(2 ** 30);

function within(exponent: number): number {
  return Math.max(-MOST, Math.min(MOST, exponent));
}

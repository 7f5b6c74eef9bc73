import type { CooMatrix } from '../data/coo.ts';
import { occupiedRowsOf } from '../data/csr-view.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import { PRECISIONS, roundTo } from '../data/precision.ts';
import { addDoubleDouble, scaleDoubleDouble, twoProduct } from '../oracle/double-double.ts';
import type { RowInputs } from '../oracle/exact-row.ts';
import { exactRow } from '../oracle/exact-row.ts';
import type { Reference } from '../oracle/reference.ts';
import { emptyReference, FLUSH_UNIT } from '../oracle/reference.ts';

/** Operands of a product of real numbers. */
export interface RealOperands {
  readonly coo: CooMatrix;
  readonly x: ValueArray;
  readonly y: ValueArray;
  readonly alpha: number;
  readonly beta: number;
}

/** Up to here no step of the double-double arithmetic leaves the range of f64. */
const LARGE = 2 ** 1000;

/** Whether a finite number is so large that products and sums of it have to be computed in integers. */
function isLarge(value: number): boolean {
  return Math.abs(value) >= LARGE && Number.isFinite(value);
}

/** Below this, splitting a number into halves does not leave the range either. */
const SPLIT_LIMIT = 2 ** 996;
const SPLITTER = 2 ** 27 + 1;

/** Σaⱼxⱼ over a row's finite terms, the sum of their magnitudes, and what flushing subnormals costs. */
interface RowSum {
  high: number;
  low: number;
  absolute: number;
  small: number;
  /** Whether it has to be computed in integers. */
  large: boolean;
}

/** The entries of the matrix with what they meet, rounded. */
interface Rounded {
  readonly values: Float64Array;
  readonly colIndex: Int32Array;
  readonly x: Float64Array;
}

/**
 * Sums entries first … end − 1. The steps are those of `twoProduct` and `addDoubleDouble`, written out without their branches: nothing is
 * allocated for a term, and a row in which a branch may matter is summed again by {@link sumAnything}. Same bits.
 */
function sumRow(sum: RowSum, given: Rounded, first: number, end: number): void {
  const { values, colIndex, x } = given;
  let high = 0;
  let low = 0;
  let absolute = 0;
  let small = 0;
  for (let k = first; k < end; k++) {
    const a = values[k] as number;
    const b = x[colIndex[k] as number] as number;
    const product = a * b;
    absolute += Math.abs(product);
    small += (Math.abs(a) + Math.abs(b) + 1) * FLUSH_UNIT;
    const aTimes = SPLITTER * a;
    const aHigh = aTimes - (aTimes - a);
    const aLow = a - aHigh;
    const bTimes = SPLITTER * b;
    const bHigh = bTimes - (bTimes - b);
    const bLow = b - bHigh;
    const productLow = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
    const highs = high + product;
    const highsPart = highs - high;
    const lows = low + productLow;
    const lowsPart = lows - low;
    const rest = high - (highs - highsPart) + (product - highsPart) + lows;
    const lowsRest = low - (lows - lowsPart) + (productLow - lowsPart);
    const middle = highs + rest;
    const middlePart = middle - highs;
    const last = highs - (middle - middlePart) + (rest - middlePart) + lowsRest;
    high = middle + last;
    const lastPart = high - middle;
    low = middle - (high - lastPart) + (last - lastPart);
  }
  if (!(absolute < LARGE && small < SPLIT_LIMIT * FLUSH_UNIT)) return sumAnything(sum, given, first, end);
  sum.high = high;
  sum.low = low;
  sum.absolute = absolute;
  sum.small = small;
  sum.large = false;
}

/** The same with infinities, NaN and numbers near the end of f64. */
function sumAnything(sum: RowSum, { values, colIndex, x }: Rounded, first: number, end: number): void {
  let words = { high: 0, low: 0 };
  Object.assign(sum, { absolute: 0, small: 0, large: false });
  for (let k = first; k < end; k++) {
    const a = values[k] as number;
    const xj = x[colIndex[k] as number] as number;
    const term = Math.abs(a * xj);
    words = addDoubleDouble(words, twoProduct(a, xj));
    if (term < LARGE && !isLarge(a) && !isLarge(xj)) sum.absolute += term;
    else if (Number.isFinite(a) && Number.isFinite(xj)) sum.large = true;
    sum.small += (Math.abs(a) + Math.abs(xj) + 1) * FLUSH_UNIT;
  }
  Object.assign(sum, words);
}

/** Numbers as a kernel of the precision sees them. */
export function rounded(precision: Precision, numbers: ValueArray, count: number = numbers.length): Float64Array {
  if (precision === 'f64' && numbers instanceof Float64Array) return numbers;
  const to = new Float64Array(count);
  const { round } = PRECISIONS[precision].encoding;
  for (let k = 0; k < count; k++) to[k] = round(numbers[k] as number);
  return to;
}

/**
 * y = αAx + βy in real numbers. Row i costs O(nᵢ) double-double operations of relative error 2⁻¹⁰⁴, negligible against any bound of f64; one near the
 * end of f64 is computed in integers.
 */
export function realReference(operands: RealOperands, precision: Precision, stored: Precision): Reference {
  const { coo } = operands;
  const { rows, cols } = coo.shape;
  const occupied = occupiedRowsOf(coo);
  const nnz = coo.values.length;
  const alpha = roundTo(precision, operands.alpha);
  const beta = roundTo(precision, operands.beta);
  const isRead = alpha !== 0;
  const x = isRead ? rounded(precision, operands.x, cols) : new Float64Array(cols);
  const given: Rounded = { values: isRead ? rounded(stored, coo.values, nnz) : coo.values, colIndex: coo.colIndex, x };
  const reference = emptyReference(precision, rows);
  const sum: RowSum = { high: 0, low: 0, absolute: 0, small: 0, large: false };
  const largeScalars = isLarge(alpha) || isLarge(beta);
  let r = 0;
  for (let i = 0; i < rows; i++) {
    const isOccupied = occupied.row[r] === i;
    const first = occupied.start[r] as number;
    const k = isOccupied ? (occupied.start[++r] as number) : first;
    if (isRead) sumRow(sum, given, first, k);
    let large = largeScalars || sum.large;
    const { absolute } = sum;
    reference.terms[i] = k - first;
    let result = isRead ? scaleDoubleDouble(sum, alpha) : { high: 0, low: 0 };
    let total = Number.isFinite(alpha) ? Math.abs(alpha) * absolute : 0;
    // Kernels may scale a sum, or each of its terms.
    let flushed = (isRead ? 1 + k - first : 1) * FLUSH_UNIT + Math.abs(alpha) * sum.small;
    let yi = 0;
    if (beta !== 0) {
      yi = roundTo(precision, operands.y[i] as number);
      if (isLarge(yi)) large = true;
      result = addDoubleDouble(result, twoProduct(beta, yi));
      if (Number.isFinite(beta) && Number.isFinite(yi)) total += Math.abs(beta * yi);
      flushed += Math.abs(beta) * (Math.abs(yi) + 1) * FLUSH_UNIT;
    }
    reference.flush[i] = flushed;
    if (large || absolute >= LARGE || total >= LARGE) {
      const row = exactRow(rowInputs(given, isRead ? first : k, k, { alpha, beta, y: yi }));
      for (const name of ['high', 'low', 'magnitude', 'exponent', 'partial'] as const) reference[name][i] = row[name];
    } else {
      reference.high[i] = result.high;
      reference.low[i] = result.low;
      reference.magnitude[i] = total;
      reference.partial[i] = absolute;
    }
  }
  return reference;
}

/** Entries first..end of a row with what they meet. */
function rowInputs(
  { values, colIndex, x }: Rounded,
  first: number,
  end: number,
  scalars: Pick<RowInputs, 'alpha' | 'beta' | 'y'>,
): RowInputs {
  const columns = Array.from(colIndex.subarray(first, end), (column) => x[column] as number);
  return { a: Array.from(values.subarray(first, end)), x: columns, ...scalars };
}

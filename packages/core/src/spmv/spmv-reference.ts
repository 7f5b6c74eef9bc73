import type { CooMatrix } from '../data/coo.ts';
import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import { roundTo } from '../data/precision.ts';
import { addDoubleDouble, scaleDoubleDouble, twoProduct } from '../oracle/double-double.ts';
import type { RowInputs } from '../oracle/exact-row.ts';
import { exactRow } from '../oracle/exact-row.ts';
import type { Reference } from '../oracle/reference.ts';
import { emptyReference, FLUSH_UNIT } from '../oracle/reference.ts';

/** Operands of y ← αAx + βy as the user has them; rounding to the precision happens in the oracle. */
export interface SpmvOperands {
  readonly coo: CooMatrix;
  /** [cols] */
  readonly x: ValueArray;
  /** [rows], the y before the product. Not read when β = 0. */
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

/**
 * y = αAx + βy straight from COO in double-double, knowing no format: the oracle every kernel is judged against.
 *
 * Every input is first rounded to `precision`, the values of A to `stored`, as a kernel sees them. With α = 0 neither A nor x is read, with β = 0 y is not.
 * Row i costs O(nᵢ) double-double operations of relative error 2⁻¹⁰⁴, negligible against any bound of f64; one near the
 * end of f64 is computed in integers.
 */
export function spmvReference(operands: SpmvOperands, precision: Precision, stored: Precision = precision): Reference {
  const { coo } = operands;
  const { rows, cols } = coo.shape;
  const alpha = roundTo(precision, operands.alpha);
  const beta = roundTo(precision, operands.beta);
  const x = new Float64Array(cols);
  if (alpha !== 0) for (let j = 0; j < cols; j++) x[j] = roundTo(precision, operands.x[j] as number);
  const reference = emptyReference(precision, rows);
  let k = 0;
  for (let i = 0; i < rows; i++) {
    let sum = { high: 0, low: 0 };
    let absolute = 0;
    let small = 0;
    let large = isLarge(alpha) || isLarge(beta);
    const first = k;
    for (; k < coo.values.length && coo.rowIndex[k] === i; k++) {
      if (alpha === 0) continue;
      const a = roundTo(stored, coo.values[k] as number);
      const xj = x[coo.colIndex[k] as number] as number;
      const term = Math.abs(a * xj);
      sum = addDoubleDouble(sum, twoProduct(a, xj));
      if (term < LARGE && !isLarge(a) && !isLarge(xj)) absolute += term;
      else if (Number.isFinite(a) && Number.isFinite(xj)) large = true;
      small += (Math.abs(a) + Math.abs(xj) + 1) * FLUSH_UNIT;
    }
    reference.terms[i] = k - first;
    let result = alpha === 0 ? { high: 0, low: 0 } : scaleDoubleDouble(sum, alpha);
    let total = Number.isFinite(alpha) ? Math.abs(alpha) * absolute : 0;
    let flushed = FLUSH_UNIT + Math.abs(alpha) * small;
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
      const row = exactRow(rowInputs(coo, stored, alpha === 0 ? k : first, k, x, { alpha, beta, y: yi }));
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

/** Entries first..end of a row with what they meet, rounded. */
function rowInputs(
  coo: CooMatrix,
  stored: Precision,
  first: number,
  end: number,
  x: Float64Array,
  scalars: Pick<RowInputs, 'alpha' | 'beta' | 'y'>,
): RowInputs {
  const a = Array.from(coo.values.subarray(first, end), (value) => roundTo(stored, value));
  return { a, x: Array.from(coo.colIndex.subarray(first, end), (column) => x[column] as number), ...scalars };
}

import type { CooMatrix } from '../data/coo.ts';
import type { Precision, ValueArray } from '../data/precision.ts';
import { roundTo } from '../data/precision.ts';
import { addDoubleDouble, scaleDoubleDouble, twoProduct } from './double-double.ts';

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

/** The exact result, nearly, and what its error is judged by, for each row. */
export interface SpmvReference {
  readonly precision: Precision;
  /** yᵢ = high + low, in double-double. */
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** (|α||A||x| + |β||y|)ᵢ */
  readonly magnitude: Float64Array;
  /** nᵢ, the stored entries of row i. */
  readonly rowLength: Int32Array;
  /** Σⱼ (|aᵢⱼ| + |xⱼ| + 1)·|α| + |β|(|yᵢ| + 1) + 1: multiplied by the smallest normal number, what flushed subnormals cost. */
  readonly flush: Float64Array;
}

/**
 * y = αAx + βy straight from COO in double-double, knowing no format: the oracle every kernel is judged against.
 *
 * Every input is first rounded to `precision`, as a kernel sees it. With α = 0 neither A nor x is read, with β = 0 y is not.
 * Row i costs O(nᵢ) double-double operations of relative error 2⁻¹⁰⁴, negligible against any bound of f64.
 */
export function spmvReference(operands: SpmvOperands, precision: Precision): SpmvReference {
  const { coo } = operands;
  const { rows, cols } = coo.shape;
  const alpha = roundTo(precision, operands.alpha);
  const beta = roundTo(precision, operands.beta);
  const x = new Float64Array(cols);
  if (alpha !== 0) for (let j = 0; j < cols; j++) x[j] = roundTo(precision, operands.x[j] as number);
  const high = new Float64Array(rows);
  const low = new Float64Array(rows);
  const magnitude = new Float64Array(rows);
  const flush = new Float64Array(rows);
  const rowLength = new Int32Array(rows);
  let k = 0;
  for (let i = 0; i < rows; i++) {
    let sum = { high: 0, low: 0 };
    let absolute = 0;
    let small = 0;
    const first = k;
    for (; k < coo.values.length && coo.rowIndex[k] === i; k++) {
      if (alpha === 0) continue;
      const a = roundTo(precision, coo.values[k] as number);
      const xj = x[coo.colIndex[k] as number] as number;
      sum = addDoubleDouble(sum, twoProduct(a, xj));
      absolute += Math.abs(a * xj);
      small += Math.abs(a) + Math.abs(xj) + 1;
    }
    rowLength[i] = k - first;
    let result = alpha === 0 ? { high: 0, low: 0 } : scaleDoubleDouble(sum, alpha);
    let total = alpha === 0 ? 0 : Math.abs(alpha) * absolute;
    let flushed = 1 + Math.abs(alpha) * small;
    if (beta !== 0) {
      const yi = roundTo(precision, operands.y[i] as number);
      result = addDoubleDouble(result, twoProduct(beta, yi));
      total += Math.abs(beta * yi);
      flushed += Math.abs(beta) * (Math.abs(yi) + 1);
    }
    high[i] = result.high;
    low[i] = result.low;
    magnitude[i] = total;
    flush[i] = flushed;
  }
  return { precision, high, low, magnitude, rowLength, flush };
}

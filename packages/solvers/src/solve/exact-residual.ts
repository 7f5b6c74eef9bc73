import type { CooMatrix } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';
import { normOf } from './scale.ts';

/** What is left of b. */
export interface ExactResidual {
  /** b − Ax, element by element. */
  readonly r: Float64Array;
  /** ‖b − Ax‖. */
  readonly residual: number;
  /** ‖|A||x|‖: ε times it is what the rounding of x alone may change of Ax. */
  readonly reach: number;
}

/** b − Ax in double-double, where rounding of A·x hides nothing that f64 can tell. O(nnz). */
export function exactResidual(coo: CooMatrix, x: Float64Array, b: Float64Array): ExactResidual {
  const { high, partial } = spmvReference({ coo, x, y: b, alpha: -1, beta: 1 }, 'f64');
  return { r: high, residual: normOf(high), reach: normOf(partial) };
}

/** The same in f64: many times as fast, and as good where its rounding is far below what is asked. O(nnz). */
export function plainResidual(
  { rowIndex, colIndex, values, shape }: CooMatrix,
  x: Float64Array,
  b: Float64Array,
): ExactResidual {
  const r = b.slice();
  const sizes = new Float64Array(shape.rows);
  for (let k = 0; k < values.length; k++) {
    const i = rowIndex[k] as number;
    const term = (values[k] as number) * (x[colIndex[k] as number] as number);
    r[i] = (r[i] as number) - term;
    sizes[i] = (sizes[i] as number) + Math.abs(term);
  }
  return { r, residual: normOf(r), reach: normOf(sizes) };
}

/** How nearly r is at right angles to the columns of A. */
export interface Angles {
  /** The largest |aⱼᵀr|/(‖aⱼ‖‖r‖) of a column aⱼ that is not 0. */
  readonly cosine: number;
  /** ‖Aᵀr‖. */
  readonly normal: number;
}

/** yᵀb/‖y‖. */
export function shareAlong(y: Float64Array, b: Float64Array): number {
  let sum = 0;
  const length = normOf(y);
  for (let i = 0; i < y.length; i++) sum += ((y[i] as number) / length) * (b[i] as number);
  return length === 0 ? 0 : sum;
}

/** Each column by itself, so that a small one counts as much as a large one. O(nnz). */
export function anglesOf({ shape, rowIndex, colIndex, values }: CooMatrix, r: Float64Array, residual: number): Angles {
  const { cols } = shape;
  const [largest, along, squares] = [new Float64Array(cols), new Float64Array(cols), new Float64Array(cols)];
  for (let k = 0; k < values.length; k++) {
    const [j, size] = [colIndex[k] as number, Math.abs(values[k] as number)];
    if (size > (largest[j] as number)) largest[j] = size;
  }
  for (let k = 0; k < values.length; k++) {
    const j = colIndex[k] as number;
    const most = largest[j] as number;
    if (most === 0) continue;
    const share = (values[k] as number) / most;
    along[j] = (along[j] as number) + share * ((r[rowIndex[k] as number] as number) / residual);
    squares[j] = (squares[j] as number) + share * share;
  }
  let cosine = 0;
  for (let j = 0; j < cols; j++)
    if (largest[j] !== 0) cosine = Math.max(cosine, Math.abs(along[j] as number) / Math.sqrt(squares[j] as number));
  return { cosine, normal: residual * normOf(along.map((value, j) => value * (largest[j] as number))) };
}

/** What of r is more than `share` of ‖aᵢ‖‖x‖ + |bᵢ|, row by row: rounding makes no more than that. O(nnz). */
export function beyondRounding(
  { shape, rowIndex, values }: CooMatrix,
  { r }: ExactResidual,
  length: number,
  b: Float64Array,
  share: number,
): number {
  const squares = new Float64Array(shape.rows);
  for (let k = 0; k < values.length; k++) {
    const i = rowIndex[k] as number;
    squares[i] = (squares[i] as number) + (values[k] as number) ** 2;
  }
  return normOf(
    squares.map((square, i) => {
      const level = share * (Math.sqrt(square) * length + Math.abs(b[i] as number));
      return Math.max(0, Math.abs(r[i] as number) - level);
    }),
  );
}

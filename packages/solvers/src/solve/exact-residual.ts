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
    const i = rowIndex[k];
    const term = values[k] * x[colIndex[k]];
    r[i] = r[i] - term;
    sizes[i] = sizes[i] + Math.abs(term);
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
  for (let i = 0; i < y.length; i++) sum += (y[i] / length) * b[i];
  return length === 0 ? 0 : sum;
}

/** Each column by itself, so that a small one counts as much as a large one. O(nnz). */
export function anglesOf({ shape, rowIndex, colIndex, values }: CooMatrix, r: Float64Array, residual: number): Angles {
  const { cols } = shape;
  const [largest, along, squares] = [new Float64Array(cols), new Float64Array(cols), new Float64Array(cols)];
  for (let k = 0; k < values.length; k++) {
    const [j, size] = [colIndex[k], Math.abs(values[k])];
    if (size > largest[j]) largest[j] = size;
  }
  for (let k = 0; k < values.length; k++) {
    const j = colIndex[k];
    const most = largest[j];
    if (most === 0) continue;
    const share = values[k] / most;
    along[j] = along[j] + share * (r[rowIndex[k]] / residual);
    squares[j] = squares[j] + share * share;
  }
  let cosine = 0;
  for (let j = 0; j < cols; j++)
    if (largest[j] !== 0) cosine = Math.max(cosine, Math.abs(along[j]) / Math.sqrt(squares[j]));
  return { cosine, normal: residual * normOf(along.map((value, j) => value * largest[j])) };
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
    const i = rowIndex[k];
    squares[i] = squares[i] + values[k] ** 2;
  }
  return normOf(
    squares.map((square, i) => {
      const level = share * (Math.sqrt(square) * length + Math.abs(b[i]));
      return Math.max(0, Math.abs(r[i]) - level);
    }),
  );
}

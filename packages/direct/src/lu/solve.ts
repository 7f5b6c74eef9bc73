import { SpmvError } from '@spmv/core';
import { timesPower } from '../refine/equilibrate.ts';
import type { LuFactor } from './factor.ts';
import type { LuKernels } from './lu-kernels.ts';

/** Magnitudes that sums of a solution leave in range. */
const [LEAST, MOST] = [2 ** -900, 2 ** 900];

function checkLength(name: string, length: number, wanted: number): void {
  if (length === wanted) return;
  throw new SpmvError('OPERAND.LENGTH', `${name} has ${length} elements, and the matrix has ${wanted} rows.`, {
    fix: `Give ${name} one element for each row: ${wanted}.`,
    details: { name, length, wanted },
  });
}

/** b by places and scaled, times 2^k: a power that keeps it in range. */
function taken(b: ArrayLike<number>, order: Int32Array, scale: Float64Array, w: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < w.length; k++) {
    const i = order[k];
    w[k] = b[i] * scale[i];
    const size = Math.abs(w[k]);
    if (size > largest) largest = size;
  }
  if ((largest > LEAST && largest < MOST) || Number.isNaN(largest)) return 0;
  const exponent = scale.map(Math.log2);
  let most = -Infinity;
  for (let k = 0; k < w.length; k++) if (b[k] !== 0) most = Math.max(most, Math.log2(Math.abs(b[k])) + exponent[k]);
  if (!Number.isFinite(most)) return 0;
  const by = -Math.floor(most);
  for (let k = 0; k < w.length; k++) w[k] = timesPower(b[order[k]], exponent[order[k]] + by);
  return by;
}

function given(w: Float64Array, order: Int32Array, scale: Float64Array, by: number, into: Float64Array): Float64Array {
  for (let k = 0; k < w.length; k++) {
    const j = order[k];
    into[j] = by === 0 ? w[k] * scale[j] : timesPower(w[k], Math.log2(scale[j]) - by);
  }
  return into;
}

/** Solves Ax = b with the factors of A. Reads b, n elements, and writes x into `into`, by default a new array; it may be b. O(entries). Errors: `OPERAND.LENGTH`. */
export function solveLu(
  factor: LuFactor,
  b: ArrayLike<number>,
  into?: Float64Array,
  { solveColumns }: LuKernels = {},
): Float64Array {
  const { analysis, rowOrder, colOrder, rowScale, colScale } = factor;
  checkLength('b', b.length, analysis.n);
  const x = into ?? new Float64Array(analysis.n);
  if (solveColumns && b instanceof Float64Array && solveColumns(factor, b, x, LEAST, MOST)) return x;
  const w = new Float64Array(analysis.n);
  const by = taken(b, rowOrder, rowScale, w);
  solvePlaces(factor, w);
  return given(w, colOrder, colScale, by, x);
}

function solvePlaces({ analysis, L, U, pivots, values, aboveRow }: LuFactor, w: Float64Array): void {
  const { blockStart, columns, inside } = analysis;
  for (let block = blockStart.length - 2; block >= 0; block--) {
    const [begin, end] = [blockStart[block], blockStart[block + 1]];
    for (let j = begin; j < end; j++) {
      const value = w[j];
      if (value === 0) continue;
      for (let k = L.start[j]; k < L.start[j + 1]; k++) w[L.row[k]] = w[L.row[k]] - L.values[k] * value;
    }
    for (let j = end - 1; j >= begin; j--) {
      const value = w[j] / pivots[j];
      w[j] = value;
      if (value === 0) continue;
      for (let k = U.start[j]; k < U.start[j + 1]; k++) w[U.row[k]] = w[U.row[k]] - U.values[k] * value;
      for (let k = columns.start[j]; k < inside[j]; k++) w[aboveRow[k]] = w[aboveRow[k]] - values[k] * value;
    }
  }
}

/** Solves Aᵀx = b with the factors of A. As `solveLu`. */
export function solveTransposedLu(factor: LuFactor, b: ArrayLike<number>, into?: Float64Array): Float64Array {
  const { analysis, L, U, pivots, values, aboveRow, rowOrder, colOrder, rowScale, colScale } = factor;
  const { n, blockStart, columns, inside } = analysis;
  checkLength('b', b.length, n);
  const w = new Float64Array(n);
  const by = taken(b, colOrder, colScale, w);
  for (let block = 0; block + 1 < blockStart.length; block++) {
    const [begin, end] = [blockStart[block], blockStart[block + 1]];
    for (let j = begin; j < end; j++) {
      let sum = w[j];
      for (let k = columns.start[j]; k < inside[j]; k++) sum -= values[k] * w[aboveRow[k]];
      for (let k = U.start[j]; k < U.start[j + 1]; k++) sum -= U.values[k] * w[U.row[k]];
      w[j] = sum / pivots[j];
    }
    for (let j = end - 1; j >= begin; j--) {
      let sum = w[j];
      for (let k = L.start[j]; k < L.start[j + 1]; k++) sum -= L.values[k] * w[L.row[k]];
      w[j] = sum;
    }
  }
  return given(w, rowOrder, rowScale, by, into ?? new Float64Array(n));
}

import { checkRightSides } from './cholesky.ts';
import type { IndefiniteCode, IndefiniteFactor } from './indefinite.ts';

/**
 * x of Ax = b by LDLᵀ, by the `solveIndefinite` of what `nativeFronts` makes or by JavaScript. Several right-hand sides lie one after another, n numbers each, and so do their solutions. `into` may be `b`.
 * Errors: `OPERAND.LENGTH`.
 */
export function solveIndefinite(
  factor: IndefiniteFactor,
  b: Float64Array,
  into: Float64Array = new Float64Array(b.length),
  { solveIndefinite: solve = solveBoth }: Pick<IndefiniteCode, 'solveIndefinite'> = {},
): Float64Array {
  const { n, order } = factor.analysis;
  checkRightSides(n, b, into);
  const x = new Float64Array(n);
  const own = new Float64Array(
    factor.idStart.reduce((most, end, s, all) => Math.max(most, end - (all[s - 1] ?? 0)), 0),
  );
  for (let from = 0; from < b.length; from += n) {
    for (let k = 0; k < n; k++) x[k] = b[from + order[k]] * factor.scales[order[k]];
    solve(factor, x, own);
    for (let k = 0; k < n; k++) into[from + order[k]] = x[k] * factor.scales[order[k]];
  }
  return into;
}

function solveBoth(factor: IndefiniteFactor, x: Float64Array, own: Float64Array): void {
  forward(factor, x, own);
  backward(factor, x, own);
}

/** x ← D⁻¹L⁻¹x. Numbers of a front are brought together: lines are long, and their rows apart. */
function forward(
  { pivotCount, idStart, ids, lineStart, lines, pivots, beside }: IndefiniteFactor,
  x: Float64Array,
  own: Float64Array,
): void {
  let pivot = 0;
  for (let s = 0; s < pivotCount.length; s++) {
    const start = idStart[s];
    const height = idStart[s + 1] - start;
    for (let r = 0; r < height; r++) own[r] = x[ids[start + r]];
    for (let k = 0; k < pivotCount[s]; k++) {
      const line = lineStart[s] + k * height;
      const value = own[k];
      for (let r = k + 1; r < height; r++) own[r] -= lines[line + r] * value;
    }
    for (let k = 0; k < pivotCount[s]; k++, pivot++) {
      const b = beside[pivot];
      if (b === 0) {
        own[k] /= pivots[pivot];
        continue;
      }
      const [p, q] = [pivots[pivot] / b, pivots[++pivot] / b];
      const [u, v] = [own[k] / b, own[k + 1] / b];
      const det = p * q - 1;
      own[k++] = (q * u - v) / det;
      own[k] = (p * v - u) / det;
    }
    for (let r = 0; r < height; r++) x[ids[start + r]] = own[r];
  }
}

/** x ← L⁻ᵀx. */
function backward(
  { pivotCount, idStart, ids, lineStart, lines }: IndefiniteFactor,
  x: Float64Array,
  own: Float64Array,
): void {
  for (let s = pivotCount.length - 1; s >= 0; s--) {
    const start = idStart[s];
    const height = idStart[s + 1] - start;
    for (let r = 0; r < height; r++) own[r] = x[ids[start + r]];
    for (let k = pivotCount[s] - 1; k >= 0; k--) {
      const line = lineStart[s] + k * height;
      let value = own[k];
      for (let r = k + 1; r < height; r++) value -= lines[line + r] * own[r];
      own[k] = value;
      x[ids[start + k]] = value;
    }
  }
}

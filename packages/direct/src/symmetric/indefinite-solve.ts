import { checkRightSides } from './cholesky.ts';
import type { IndefiniteFactor } from './indefinite.ts';

/**
 * x of Ax = b by LDLᵀ. Several right-hand sides lie one after another, n numbers each, and so do their solutions. `into` may be `b`.
 * Errors: `OPERAND.LENGTH`.
 */
export function solveIndefinite(
  factor: IndefiniteFactor,
  b: Float64Array,
  into: Float64Array = new Float64Array(b.length),
): Float64Array {
  const { n, order } = factor.analysis;
  checkRightSides(n, b, into);
  const x = new Float64Array(n);
  for (let from = 0; from < b.length; from += n) {
    for (let k = 0; k < n; k++) x[k] = b[from + order[k]] * factor.scales[order[k]];
    forward(factor, x);
    backward(factor, x);
    for (let k = 0; k < n; k++) into[from + order[k]] = x[k] * factor.scales[order[k]];
  }
  return into;
}

/** x ← D⁻¹L⁻¹x. */
function forward(
  { pivotCount, idStart, ids, lineStart, lines, pivots, beside }: IndefiniteFactor,
  x: Float64Array,
): void {
  let pivot = 0;
  for (let s = 0; s < pivotCount.length; s++) {
    const start = idStart[s];
    const height = idStart[s + 1] - start;
    for (let k = 0; k < pivotCount[s]; k++) {
      const line = lineStart[s] + k * height;
      const value = x[ids[start + k]];
      for (let r = k + 1; r < height; r++) x[ids[start + r]] -= lines[line + r] * value;
    }
    for (let k = 0; k < pivotCount[s]; k++, pivot++) {
      const first = ids[start + k];
      const b = beside[pivot];
      if (b === 0) {
        x[first] /= pivots[pivot];
        continue;
      }
      const second = ids[start + ++k];
      const [p, q] = [pivots[pivot] / b, pivots[++pivot] / b];
      const [u, v] = [x[first] / b, x[second] / b];
      const det = p * q - 1;
      x[first] = (q * u - v) / det;
      x[second] = (p * v - u) / det;
    }
  }
}

/** x ← L⁻ᵀx. */
function backward({ pivotCount, idStart, ids, lineStart, lines }: IndefiniteFactor, x: Float64Array): void {
  for (let s = pivotCount.length - 1; s >= 0; s--) {
    const start = idStart[s];
    const height = idStart[s + 1] - start;
    for (let k = pivotCount[s] - 1; k >= 0; k--) {
      const line = lineStart[s] + k * height;
      let value = x[ids[start + k]];
      for (let r = k + 1; r < height; r++) value -= lines[line + r] * x[ids[start + r]];
      x[ids[start + k]] = value;
    }
  }
}

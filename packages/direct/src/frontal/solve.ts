import { gathered } from '../gathered.ts';
import { checkRightSides } from '../symmetric/cholesky.ts';
import type { FrontalFactor, FrontalKernels } from './factor.ts';

/** Solves Ax = b by LU of fronts. Reads b, n elements, and returns x in a new array. O(entries). Errors: `OPERAND.LENGTH`. */
export function solveFronts(
  factor: FrontalFactor,
  b: Float64Array,
  { solveFronts: places = solvePlaces }: FrontalKernels = {},
): Float64Array {
  const { n, rowPlace, colPlace, rowScale, colScale } = factor.analysis;
  checkRightSides(n, b, new Float64Array(n));
  const w = new Float64Array(n);
  for (let i = 0; i < n; i++) w[rowPlace[i]] = b[i] * rowScale[i];
  const y = new Float64Array(n);
  places(factor, w, new Float64Array(n), y);
  return scaledBy(gathered(y, colPlace), colScale);
}

function solvePlaces(
  { pivotCount, idStart, rowIds, colIds, start, numbers }: FrontalFactor,
  w: Float64Array,
  z: Float64Array,
  y: Float64Array,
): void {
  let first = 0;
  for (let s = 0; s < pivotCount.length; s++) {
    const [width, ids] = [pivotCount[s], idStart[s]];
    const height = idStart[s + 1] - ids;
    let line = start[s];
    for (let r = 0; r < height; r++) {
      const known = Math.min(r, width);
      let sum = w[rowIds[ids + r]];
      for (let p = 0; p < known; p++) sum -= numbers[line + p] * z[first + p];
      if (r < width) z[first + r] = sum;
      else w[rowIds[ids + r]] = sum;
      line += r < width ? height : width;
    }
    first += width;
  }
  for (let s = pivotCount.length - 1; s >= 0; s--) {
    const [width, ids] = [pivotCount[s], idStart[s]];
    const height = idStart[s + 1] - ids;
    first -= width;
    for (let k = width - 1; k >= 0; k--) {
      const line = start[s] + k * height;
      let sum = z[first + k];
      for (let c = k + 1; c < height; c++) sum -= numbers[line + c] * y[colIds[ids + c]];
      y[colIds[ids + k]] = sum / numbers[line + k];
    }
  }
}

/** Solves Aᵀx = b by the same factors. As `solveFronts`. */
export function solveTransposedFronts(factor: FrontalFactor, b: Float64Array): Float64Array {
  const { analysis, pivotCount, idStart, rowIds, colIds, start, numbers } = factor;
  const { n, rowPlace, colPlace, rowScale, colScale } = analysis;
  checkRightSides(n, b, new Float64Array(n));
  const w = new Float64Array(n);
  for (let j = 0; j < n; j++) w[colPlace[j]] = b[j] * colScale[j];
  const z = new Float64Array(n);
  let first = 0;
  for (let s = 0; s < pivotCount.length; s++) {
    const [width, ids] = [pivotCount[s], idStart[s]];
    const height = idStart[s + 1] - ids;
    for (let k = 0; k < width; k++) {
      const line = start[s] + k * height;
      const value = w[colIds[ids + k]] / numbers[line + k];
      z[first + k] = value;
      for (let c = k + 1; c < height; c++) w[colIds[ids + c]] -= numbers[line + c] * value;
    }
    first += width;
  }
  const y = new Float64Array(n);
  for (let s = pivotCount.length - 1; s >= 0; s--) {
    const [width, ids] = [pivotCount[s], idStart[s]];
    const height = idStart[s + 1] - ids;
    first -= width;
    const below = start[s] + width * height;
    for (let r = height - 1; r >= 0; r--) {
      const isPivot = r < width;
      const value = isPivot ? z[first + r] : y[rowIds[ids + r]];
      if (isPivot) y[rowIds[ids + r]] = value;
      const line = isPivot ? start[s] + r * height : below + (r - width) * width;
      const known = Math.min(r, width);
      for (let p = 0; p < known; p++) z[first + p] -= numbers[line + p] * value;
    }
  }
  return scaledBy(gathered(y, rowPlace), rowScale);
}

function scaledBy(x: Float64Array, scale: Float64Array): Float64Array {
  for (let i = 0; i < x.length; i++) x[i] *= scale[i];
  return x;
}

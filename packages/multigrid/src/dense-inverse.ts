import type { CsrMatrix } from '@spmv/spgemm';
import type { Parts } from './parts.ts';

/** A pivot below this is 0, of a matrix whose rows are scaled. */
const SINGULAR = 1e-12;

/** A square matrix, row by row. */
interface Dense {
  readonly n: number;
  readonly a: Float64Array;
}

interface Factors {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly rank: number;
}

/** P·A·Q = LU with the largest pivot of what is left, in place, and the rank. */
function* eliminate({ n, a }: Dense): Parts<Factors> {
  const [rows, cols] = [Int32Array.from({ length: n }, (_, i) => i), Int32Array.from({ length: n }, (_, j) => j)];
  for (let r = 0; r < n; r++) {
    let [size, p, q] = [0, r, r];
    for (let i = r; i < n; i++)
      for (let j = r; j < n; j++) {
        const one = Math.abs(a[i * n + j]);
        if (one > size) [size, p, q] = [one, i, j];
      }
    if (!(size > SINGULAR)) return { rows, cols, rank: r };
    for (let j = 0; j < n; j++) [a[r * n + j], a[p * n + j]] = [a[p * n + j], a[r * n + j]];
    for (let i = 0; i < n; i++) [a[i * n + r], a[i * n + q]] = [a[i * n + q], a[i * n + r]];
    [rows[r], rows[p]] = [rows[p], rows[r]];
    [cols[r], cols[q]] = [cols[q], cols[r]];
    const pivot = a[r * n + r];
    for (let i = r + 1; i < n; i++) {
      const factor = a[i * n + r] / pivot;
      a[i * n + r] = factor;
      if (factor !== 0) for (let j = r + 1; j < n; j++) a[i * n + j] -= factor * a[r * n + j];
    }
    yield n - r;
  }
  return { rows, cols, rank: n };
}

/** Makes vectors orthonormal. */
function orthonormal(vectors: readonly Float64Array[]): void {
  const dot = (x: Float64Array, y: Float64Array): number => x.reduce((sum, value, i) => sum + value * y[i], 0);
  vectors.forEach((q, v) => {
    for (let turn = 0; turn < 2; turn++)
      for (const other of vectors.slice(0, v)) {
        const share = dot(other, q);
        for (let i = 0; i < q.length; i++) q[i] -= share * other[i];
      }
    const length = Math.sqrt(dot(q, q));
    for (let i = 0; i < q.length; i++) q[i] /= length;
  });
}

/** Orthonormal vectors z with Az = 0, and y with Aᵀy = 0, by the factors. */
function nullVectors(
  { n, a: lu }: Dense,
  { rows, cols, rank }: Factors,
): { readonly right: readonly Float64Array[]; readonly left: readonly Float64Array[] } {
  const of = (free: number, coefficient: (k: number, m: number) => number, names: Int32Array): Float64Array => {
    // Back substitution in the first `rank` unknowns, the free one being 1.
    const x = new Float64Array(n);
    x[free] = 1;
    for (let k = rank - 1; k >= 0; k--) {
      let sum = 0;
      for (let m = k + 1; m < rank; m++) sum -= coefficient(k, m) * x[m];
      x[k] = (sum - coefficient(k, free)) / coefficient(k, k);
    }
    const z = new Float64Array(n);
    names.forEach((name, k) => (z[name] = x[k]));
    return z;
  };
  const free = Array.from({ length: n - rank }, (_, k) => rank + k);
  const right = free.map((f) => of(f, (k, m) => lu[k * n + m], cols));
  // yᵀLU = 0: of rows below the rank L has all there is, since U ends there.
  const left = free.map((f) => of(f, (k, m) => (k === m ? 1 : lu[m * n + k]), rows));
  orthonormal(right);
  orthonormal(left);
  return { right, left };
}

/** The inverse of a regular matrix, by Gauss and Jordan with pivots by columns; a is overwritten. */
function* inverseOf({ n, a }: Dense): Parts<Float64Array> {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[p * n + k])) p = i;
    if (p !== k) {
      for (let j = 0; j < n; j++) [a[k * n + j], a[p * n + j]] = [a[p * n + j], a[k * n + j]];
      [order[k], order[p]] = [order[p], order[k]];
    }
    const scale = 1 / a[k * n + k];
    a[k * n + k] = 1;
    for (let j = 0; j < n; j++) a[k * n + j] *= scale;
    for (let i = 0; i < n; i++) {
      const factor = a[i * n + k];
      if (i === k || factor === 0) continue;
      a[i * n + k] = 0;
      for (let j = 0; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
    }
    yield n;
  }
  const inverse = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) inverse[i * n + order[k]] = a[i * n + k];
  return inverse;
}

/**
 * A⁺, row by row: the inverse, and of a singular matrix the pseudo-inverse (Moore, Penrose): with orthonormal Z, AZ = 0, and Y, AᵀY = 0, it is (A + YZᵀ)⁻¹ − ZYᵀ. A pivot below 10⁻¹² counts as 0: the
 * largest elements of A are to be about 1. Of a symmetric matrix the result is symmetric to the last bit. Time n³.
 */
export function* denseInverse(
  { shape, rowStart, colIndex, values }: CsrMatrix,
  isSymmetric: boolean,
): Parts<Float64Array> {
  const n = shape.rows;
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let k = rowStart[i]; k < rowStart[i + 1]; k++) a[i * n + colIndex[k]] = values[k];
  const lu = { n, a: a.slice() };
  const factors = yield* eliminate(lu);
  const { left, right } = nullVectors(lu, factors);
  const add = (to: Float64Array, y: Float64Array, z: Float64Array, sign: number): void => {
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) to[i * n + j] += sign * y[i] * z[j];
  };
  left.forEach((y, v) => add(a, y, right[v], 1));
  const inverse = yield* inverseOf({ n, a });
  left.forEach((y, v) => add(inverse, right[v], y, -1));
  if (isSymmetric)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++)
        inverse[i * n + j] = inverse[j * n + i] = (inverse[i * n + j] + inverse[j * n + i]) / 2;
  return inverse;
}

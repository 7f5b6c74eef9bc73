import type { CsrMatrix } from '@spmv/spgemm';
import type { Parts } from './parts.ts';
import { byRows, finished } from './parts.ts';
import { transposed } from './csr.ts';
import { sizeBelow, sumSizes } from './js/rows.ts';

/** Products of the power iteration, and what its estimate is multiplied by, since it is from below. */
const [PRODUCTS, SAFETY] = [10, 1.1];

/** Dᵢ = Σⱼ|aᵢⱼ|, 1 for an empty row: the eigenvalues of D⁻¹A are at most 1 (Baker, Falgout, Kolev, Yang 2011, "Multigrid smoothers for ultraparallel computing", section 5). */
export function* rowSizes(A: CsrMatrix): Parts<Float64Array> {
  const sizes = new Float64Array(A.shape.rows);
  yield* byRows(A, (begin, end) => sumSizes(A, sizes, begin, end));
  return sizes;
}

/** D⁻¹ of a level, D as `rowSizes` gives it, or with `above`, D⁻¹ of the level above and R, of which A is R·A'·Rᵀ, as `rowSizesBelow`. */
export function inverseSizesOf(
  A: CsrMatrix,
  above?: { readonly R: CsrMatrix; readonly inverse: ArrayLike<number> },
): Float64Array {
  const sizes = finished(
    above
      ? rowSizesBelow(
          A,
          finished(transposed(above.R)),
          Float64Array.from(above.inverse, (value) => (value === 0 ? 0 : 1 / value)),
        )
      : rowSizes(A),
  );
  return sizes.map((size) => 1 / size);
}

/** D of PᵀAP, D of A being `sizes`. Of a row that cancels it is the size of the terms, so that scaling does not bring rounding up to 1. */
export function* rowSizesBelow(coarse: CsrMatrix, P: CsrMatrix, sizes: Float64Array): Parts<Float64Array> {
  const { rowStart, colIndex, values } = P;
  const terms = new Float64Array(coarse.shape.rows);
  yield* byRows(P, (begin, end) => {
    for (let i = begin; i < end; i++) {
      // No level has such a row, but a D that is given may have.
      if (sizes[i] === 0) continue;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) terms[colIndex[k]] += values[k] * values[k] * sizes[i];
    }
  });
  const below = yield* rowSizes(coarse);
  for (let j = 0; j < below.length; j++) below[j] = sizeBelow(below[j], terms[j]);
  return below;
}

/** A bound, about, of the eigenvalues of D⁻¹A, D being `rowSizes`, in (0, 1]: some steps of the power iteration from a vector that changes its sign. */
export function eigenvalueBound({ shape, rowStart, colIndex, values }: CsrMatrix, sizes: Float64Array): number {
  const n = shape.rows;
  let x = Float64Array.from({ length: n }, (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 8) / 2 ** 23 - 1);
  let estimate = 0;
  for (let step = 0; step < PRODUCTS; step++) {
    let [before, after] = [0, 0];
    const y = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += values[k] * x[colIndex[k]];
      y[i] = sum / sizes[i];
      before += sizes[i] * x[i] * x[i];
      after += sizes[i] * y[i] * y[i];
    }
    if (!(after > 0)) break;
    estimate = Math.sqrt(after / before);
    const scale = Math.sqrt(n / after);
    for (let i = 0; i < n; i++) y[i] *= scale;
    x = y;
  }
  return estimate > 0 ? Math.min(1, SAFETY * estimate) : 1;
}

/** ω times the bound of the eigenvalues: 4/3 of the largest is what is right for the columns alone, and some more, with the bound above it, for elasticity and in space. */
const DAMPING = 5 / 3;

/** G = I − ω·D⁻¹F, F being A without what is weak, which its diagonal takes: what smooths the columns of T (Vaněk, Mandel, Brezina 1996, section 3). Its places are the strong entries and the diagonal. */
export function* prolongationSmoother(
  { shape, rowStart, colIndex, values }: CsrMatrix,
  strong: Uint8Array,
): Parts<CsrMatrix> {
  const n = shape.rows;
  const start = new Int32Array(n + 1);
  const columns = new Int32Array(colIndex.length + n);
  const kept = new Float64Array(colIndex.length + n);
  let at = 0;
  for (let i = 0; i < n; i++) {
    let own = 0;
    let diagonalAt = -1;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const j = colIndex[k];
      if (diagonalAt < 0 && j >= i) {
        diagonalAt = at;
        columns[at++] = i;
      }
      if (j === i || !strong[k]) own += values[k];
      else {
        columns[at] = j;
        kept[at++] = values[k];
      }
    }
    if (diagonalAt < 0) {
      diagonalAt = at;
      columns[at++] = i;
    }
    kept[diagonalAt] = own;
    start[i + 1] = at;
  }
  const F = { shape, rowStart: start, colIndex: columns.slice(0, at), values: kept.slice(0, at) };
  const sizes = yield* rowSizes(F);
  const omega = DAMPING / eigenvalueBound(F, sizes);
  for (let i = 0; i < n; i++)
    for (let k = F.rowStart[i]; k < F.rowStart[i + 1]; k++)
      F.values[k] = (F.colIndex[k] === i ? 1 : 0) - (omega * F.values[k]) / sizes[i];
  return F;
}

/**
 * A polynomial p(λ) = sum − product·λ of degree one, that of two steps of Richardson whose error 1 − λp(λ) is the Chebyshev polynomial of degree two over `share`·b … b, b a bound of the eigenvalues
 * of D⁻¹A (Adams, Brezina, Hu, Tuminaro 2003, "Parallel multigrid smoothing: polynomial versus Gauss–Seidel", section 3). With product 0 it is one step of ℓ₁-Jacobi.
 */
export interface Smoother {
  readonly sum: number;
  readonly product: number;
}

export function chebyshevOfTwo(bound: number, share: number): Smoother {
  const [middle, half] = [(bound * (1 + share)) / 2, (bound * (1 - share)) / 2];
  const [first, second] = [middle + half * Math.SQRT1_2, middle - half * Math.SQRT1_2];
  return { sum: 1 / first + 1 / second, product: 1 / (first * second) };
}

import type { CsrMatrix } from '@spmv/spgemm';
import { diagonalOf } from './csr.ts';
import { markStrong } from './js/splitting.ts';
import type { Parts } from './parts.ts';
import { byRows } from './parts.ts';

/**
 * Of each entry whether row i depends on column j strongly: −a_ij ≥ θ·max_k(−a_ik), k ≠ i, signs turned where a_ii < 0 (Ruge, Stüben 1987, "Algebraic multigrid", section 4.1). Positive
 * couplings are weak, and so is the diagonal, whose own sign it never has.
 */
export function* classicalStrength(A: CsrMatrix, diagonal: Float64Array, theta: number): Parts<Uint8Array> {
  const strong = new Uint8Array(A.colIndex.length);
  yield* byRows(A, (begin, end) => markStrong(A, { diagonal, theta, strong }, begin, end));
  return strong;
}

/**
 * Of each entry whether i and j are strongly coupled: a_ij² > θ²·|a_ii·a_jj| (Vaněk, Mandel, Brezina 1996, "Algebraic multigrid by smoothed aggregation", section 5.1); entries off the diagonal alone.
 */
export function* symmetricStrength(A: CsrMatrix, theta: number): Parts<Uint8Array> {
  const { rowStart, colIndex, values } = A;
  const strong = new Uint8Array(colIndex.length);
  const diagonal = yield* diagonalOf(A);
  yield* byRows(A, (begin, end) => {
    for (let i = begin; i < end; i++) {
      const limit = theta * theta * Math.abs(diagonal[i]);
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const [j, value] = [colIndex[k], values[k]];
        if (j !== i && value * value > limit * Math.abs(diagonal[j])) strong[k] = 1;
      }
    }
  });
  return strong;
}

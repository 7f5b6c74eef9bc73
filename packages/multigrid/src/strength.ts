import type { CsrMatrix } from '@spmv/spgemm';
import { diagonalOf } from './csr.ts';

/**
 * Of each entry whether row i depends on column j strongly: −a_ij ≥ θ·max_k(−a_ik), k ≠ i, signs turned where a_ii < 0 (Ruge, Stüben 1987, "Algebraic multigrid", section 4.1). Positive
 * couplings are weak, and so is the diagonal.
 */
export function classicalStrength({ shape, rowStart, colIndex, values }: CsrMatrix, theta: number): Uint8Array {
  const strong = new Uint8Array(colIndex.length);
  for (let i = 0; i < shape.rows; i++) {
    const [begin, end] = [rowStart[i], rowStart[i + 1]];
    let [least, most, diagonal] = [0, 0, 0];
    for (let k = begin; k < end; k++) {
      const value = values[k];
      if (colIndex[k] === i) diagonal = value;
      else if (value < least) least = value;
      else if (value > most) most = value;
    }
    const sign = diagonal < 0 ? -1 : 1;
    const limit = theta * (sign < 0 ? most : -least);
    if (!(limit > 0)) continue;
    for (let k = begin; k < end; k++) if (colIndex[k] !== i && -sign * values[k] >= limit) strong[k] = 1;
  }
  return strong;
}

/**
 * Of each entry whether i and j are strongly coupled: a_ij² > θ²·|a_ii·a_jj| (Vaněk, Mandel, Brezina 1996, "Algebraic multigrid by smoothed aggregation", section 5.1); entries off the diagonal alone.
 */
export function symmetricStrength(A: CsrMatrix, theta: number): Uint8Array {
  const { shape, rowStart, colIndex, values } = A;
  const strong = new Uint8Array(colIndex.length);
  const diagonal = diagonalOf(A);
  for (let i = 0; i < shape.rows; i++) {
    const limit = theta * theta * Math.abs(diagonal[i]);
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      const [j, value] = [colIndex[k], values[k]];
      if (j !== i && value * value > limit * Math.abs(diagonal[j])) strong[k] = 1;
    }
  }
  return strong;
}

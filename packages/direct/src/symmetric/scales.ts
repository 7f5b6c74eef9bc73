import type { SquareCsr } from '../csr-arrays.ts';
import { productMatching } from '../order/scaled-matching.ts';
import type { Slices } from '../slices.ts';

/** A step halves the exponents of what is too large or too small, and there are eleven bits of them. */
const MOST_STEPS = 12;
/** A spread of exponents from which on the largest of a row says little of it. */
const WIDE = 60;

/**
 * Powers of two s for which the largest entry of each row and column of SAS is near 1, S = diag(s), by a few steps; where entries are far apart, so that a matching of the largest product has entries near 1 and no entry is much
 * larger. Rows without numbers keep 1. Products with them are exact. All entries of both triangles are read.
 */
export function* symmetricScales(csr: SquareCsr): Slices<Float64Array> {
  let [least, most] = [Infinity, 0];
  for (const value of csr.values) {
    const size = Math.abs(value);
    if (size === 0) continue;
    if (size < least) least = size;
    if (size > most) most = size;
  }
  return Math.log2(most) - Math.log2(least) > WIDE ? yield* byMatching(csr) : byLargest(csr);
}

/**
 * s(i) ← s(i) / √(largest of row i), again and again.
 * Source: D. Ruiz, A scaling algorithm to equilibrate both rows and columns norms in matrices, RAL-TR-2001-034, section 2.
 */
function byLargest({ n, rowStart, colIndex, values }: SquareCsr): Float64Array {
  const scales = new Float64Array(n).fill(1);
  for (let step = 0, isEven = false; step < MOST_STEPS && !isEven; step++) {
    isEven = true;
    const largest = new Float64Array(n);
    for (let i = 0; i < n; i++)
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
        largest[i] = Math.max(largest[i], Math.abs(values[k] * scales[i] * scales[colIndex[k]]));
    for (let i = 0; i < n; i++) {
      if (largest[i] === 0 || (largest[i] > 1 / 4 && largest[i] < 4)) continue;
      isEven = false;
      scales[i] *= 2 ** -Math.round(Math.log2(largest[i]) / 2);
    }
  }
  return scales;
}

/**
 * s(i) = √(r(i) c(i)), with r and c the scales of rows and columns that a matching of the largest product gives.
 * Source: I. S. Duff, S. Pralet, Strategies for scaling and pivoting for sparse symmetric indefinite problems, SIAM J. Matrix Anal. Appl. 27, 2005, section 2.2.
 */
function* byMatching({ n, rowStart, colIndex, values }: SquareCsr): Slices<Float64Array> {
  // Rows of a symmetric matrix are its columns.
  const { rowScale, colScale } = yield* productMatching({ n, start: rowStart, row: colIndex }, values);
  return rowScale.map((scale, i) => 2 ** Math.round((scale + colScale[i]) / 2));
}

import type { CsrArrays } from '../csr-arrays.ts';

/** A step halves the exponents of what is too large or too small, and there are eleven bits of them. */
const MOST_STEPS = 12;

/**
 * Powers of two s for which the largest entry of each row and column of SAS is near 1, S = diag(s): a few steps of s(i) ← s(i) / √(largest of row i). Rows without numbers keep 1. Products with them are exact.
 * Source: D. Ruiz, A scaling algorithm to equilibrate both rows and columns norms in matrices, RAL-TR-2001-034, section 2.
 */
export function symmetricScales({ n, rowStart, colIndex, values }: CsrArrays): Float64Array {
  const scales = new Float64Array(n).fill(1);
  for (let step = 0, isEven = false; step < MOST_STEPS && !isEven; step++) {
    isEven = true;
    const largest = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
        const j = colIndex[k];
        const size = Math.abs(values[k] * scales[i] * scales[j]);
        largest[i] = Math.max(largest[i], size);
        largest[j] = Math.max(largest[j], size);
      }
    }
    for (let i = 0; i < n; i++) {
      if (largest[i] === 0 || (largest[i] > 1 / 4 && largest[i] < 4)) continue;
      isEven = false;
      scales[i] *= 2 ** -Math.round(Math.log2(largest[i]) / 2);
    }
  }
  return scales;
}

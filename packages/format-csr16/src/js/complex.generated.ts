// @ts-nocheck Made by tools/complex-kernels.ts of csr16.ts. Do not edit.
export function csr16({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { rowStart, rowBase, offset, high, values } = arrays;
  for (let i = begin; i < end; i++) {
    const first = rowStart[i];
    const last = rowStart[i + 1];
    const base = rowBase[i];
    let sum = 0; let sumImaginary = 0;
    if (base >= 0) {
      for (let k = first; k < last; k++) { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (base + offset[k]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    } else {
      const shift = ~base - first;
      for (let k = first; k < last; k++) { const v5 = 2 * (k); const v6 = values[v5]; const v6Imaginary = values[v5 + 1]; const v7 = 2 * (offset[k] + high[k + shift] * 65536); const v8 = x[v7]; const v8Imaginary = x[v7 + 1]; const v9 = v6 * v8 - v6Imaginary * v8Imaginary; const v9Imaginary = v6 * v8Imaginary + v6Imaginary * v8; sum += v9; sumImaginary += v9Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v10 = 2 * (i); const v11 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v11Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v10] = v11; y[v10 + 1] = v11Imaginary; } else { const v12 = 2 * (i); const v13 = 2 * (i); const v14 = y[v13]; const v14Imaginary = y[v13 + 1]; const v15 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v14 : beta * v14 - betaImaginary * v14Imaginary)); const v15Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v14Imaginary : beta * v14Imaginary + betaImaginary * v14)); y[v12] = v15; y[v12 + 1] = v15Imaginary; }
  }
}

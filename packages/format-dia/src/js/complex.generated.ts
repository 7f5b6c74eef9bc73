// @ts-nocheck Made by tools/complex-kernels.ts of dia.ts. Do not edit.
export function dia({ arrays, scalars, rows, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { offset, filled, values } = arrays;
  const words = scalars['words'];
  for (let i = begin; i < end; i++) {
    let sum = 0; let sumImaginary = 0;
    for (let d = 0; d < offset.length; d++) {
      if (((filled[d * words + (i >>> 5)] >>> (i & 31)) & 1) === 1) { const v0 = 2 * (d * rows + i); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (i + offset[d]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function diaTransposed(args: any): void {
  const { arrays, scalars, rows, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end } = args;
  const { offset, filled, values } = arrays;
  const words = scalars['words'];
  for (let j = begin; j < end; j++) {
    let sum = 0; let sumImaginary = 0;
    for (let d = 0; d < offset.length; d++) {
      const i = j - offset[d];
      if (i >= 0 && i < rows && ((filled[d * words + (i >>> 5)] >>> (i & 31)) & 1) === 1)
        { const v0 = 2 * (d * rows + i); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (i); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (j); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (j); const v8 = 2 * (j); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function diaConjugated({ arrays, scalars, rows, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { offset, filled, values } = arrays;
  const words = scalars['words'];
  for (let i = begin; i < end; i++) {
    let sum = 0; let sumImaginary = 0;
    for (let d = 0; d < offset.length; d++) {
      if (((filled[d * words + (i >>> 5)] >>> (i & 31)) & 1) === 1) { const v0 = 2 * (d * rows + i); const v1 = values[v0]; const v1Imaginary = -values[v0 + 1]; const v2 = 2 * (i + offset[d]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function diaTransposedConjugated(args: any): void {
  const { arrays, scalars, rows, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end } = args;
  const { offset, filled, values } = arrays;
  const words = scalars['words'];
  for (let j = begin; j < end; j++) {
    let sum = 0; let sumImaginary = 0;
    for (let d = 0; d < offset.length; d++) {
      const i = j - offset[d];
      if (i >= 0 && i < rows && ((filled[d * words + (i >>> 5)] >>> (i & 31)) & 1) === 1)
        { const v0 = 2 * (d * rows + i); const v1 = values[v0]; const v1Imaginary = -values[v0 + 1]; const v2 = 2 * (i); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (j); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (j); const v8 = 2 * (j); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

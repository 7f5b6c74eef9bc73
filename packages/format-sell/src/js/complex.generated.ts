// @ts-nocheck Made by tools/complex-kernels.ts of sell.ts. Do not edit.
export function sell({ arrays, formatParams, rows, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { sliceStart, rowOrder, colIndex, values } = arrays;
  const C = formatParams['C'];
  const sorted = rowOrder.length > 0;
  for (let slice = begin; slice < end; slice++) {
    const start = sliceStart[slice];
    const past = sliceStart[slice + 1];
    const lanes = Math.min(C, rows - slice * C);
    for (let lane = 0; lane < lanes; lane++) {
      const row = sorted ? rowOrder[slice * C + lane] : slice * C + lane;
      let sum = 0; let sumImaginary = 0;
      for (let slot = start + lane; slot < past; slot += C) {
        const j = colIndex[slot];
        if (j < 0) break;
        { const v0 = 2 * (slot); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (j); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
      }
      if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (row); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (row); const v8 = 2 * (row); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
    }
  }
}

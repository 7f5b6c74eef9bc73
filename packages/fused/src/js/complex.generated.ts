// @ts-nocheck Made by tools/complex-kernels.ts of csr.ts. Do not edit.
export function csr(args: any): void {
  const { arrays, scratch, numbers, rows, x, y, z, w, gamma, alpha, alphaImaginary, beta, betaImaginary, delta = 1, deltaImaginary = 0, begin, end } = args;
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'];
  const blockRows = numbers['blockRows'];
  const squares = args.t !== undefined;
  const v0 = 2 * (0); const factor = gamma === undefined ? 0 : gamma[v0]; const factorImaginary = gamma === undefined ? 0 : gamma[v0 + 1];
  for (let block = begin; block < end; block++) {
    const past = Math.min(rows, (block + 1) * blockRows);
    let dot = 0; let dotImaginary = 0;
    let norm = 0; let normImaginary = 0;
    for (let i = block * blockRows; i < past; i++) {
      let result = 0; let resultImaginary = 0;
      if ((alpha !== 0 || alphaImaginary !== 0)) {
        let sum = 0; let sumImaginary = 0;
        const last = rowStart[i + 1];
        for (let k = rowStart[i]; k < last; k++) { const v1 = 2 * (k); const v2 = values[v1]; const v2Imaginary = values[v1 + 1]; const v3 = 2 * (colIndex[k]); const v4 = x[v3]; const v4Imaginary = x[v3 + 1]; const v5 = v2 * v4 - v2Imaginary * v4Imaginary; const v5Imaginary = v2 * v4Imaginary + v2Imaginary * v4; sum += v5; sumImaginary += v5Imaginary; }
        { const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); result = v6; resultImaginary = v6Imaginary; }
      }
      if ((beta !== 0 || betaImaginary !== 0)) { const v7 = 2 * (i); const v8 = y[v7]; const v8Imaginary = y[v7 + 1]; const v9 = (betaImaginary === 0 ? beta * v8 : beta * v8 - betaImaginary * v8Imaginary); const v9Imaginary = (betaImaginary === 0 ? beta * v8Imaginary : beta * v8Imaginary + betaImaginary * v8); result += v9; resultImaginary += v9Imaginary; }
      { const v10 = 2 * (i); y[v10] = result; y[v10 + 1] = resultImaginary; }
      if (z !== undefined) { const v11 = 2 * (i); const v12 = z[v11]; const v12Imaginary = z[v11 + 1]; const v13 = result * v12 + resultImaginary * v12Imaginary; const v13Imaginary = resultImaginary * v12 - result * v12Imaginary; dot += v13; dotImaginary += v13Imaginary; }
      if (squares) { const v14 = result * result + resultImaginary * resultImaginary; const v14Imaginary = 0; norm += v14; normImaginary += v14Imaginary; }
      if (w !== undefined) if ((delta === 0 && deltaImaginary === 0)) { const v15 = 2 * (i); const v16 = (factorImaginary === 0 ? factor * result : factor * result - factorImaginary * resultImaginary); const v16Imaginary = (factorImaginary === 0 ? factor * resultImaginary : factor * resultImaginary + factorImaginary * result); w[v15] = v16; w[v15 + 1] = v16Imaginary; } else { const v17 = 2 * (i); const v18 = 2 * (i); const v19 = w[v18]; const v19Imaginary = w[v18 + 1]; const v20 = (factorImaginary === 0 ? factor * result : factor * result - factorImaginary * resultImaginary) + ((deltaImaginary === 0 ? delta * v19 : delta * v19 - deltaImaginary * v19Imaginary)); const v20Imaginary = (factorImaginary === 0 ? factor * resultImaginary : factor * resultImaginary + factorImaginary * result) + ((deltaImaginary === 0 ? delta * v19Imaginary : delta * v19Imaginary + deltaImaginary * v19)); w[v17] = v20; w[v17 + 1] = v20Imaginary; }
    }
    if (w !== undefined) continue;
    { const v21 = 2 * (2 * block); sums[v21] = dot; sums[v21 + 1] = dotImaginary; }
    { const v22 = 2 * (2 * block + 1); sums[v22] = norm; sums[v22 + 1] = normImaginary; }
  }
}

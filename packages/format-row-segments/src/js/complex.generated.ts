// @ts-nocheck Made by tools/complex-kernels.ts of row-segments.ts. Do not edit.
const DIAGONALS = 1;

function tileRows(left) {
  return left >= 16 ? 16 : 1 << (31 - Math.clz32(left));
}

export function rowSegments({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { segmentRow, entryStart, columnStart, kind, column, values } = arrays;
  for (let s = begin; s < end; s++) {
    const last = segmentRow[s + 1];
    const from = columnStart[s];
    const width = columnStart[s + 1] - from;
    const diagonals = kind[s] === DIAGONALS;
    let entry = entryStart[s];
    let i = segmentRow[s];
    while (i < last) {
      // Tiles of a segment of columns are single rows.
      const height = diagonals ? tileRows(last - i) : 1;
      for (let r = 0; r < height; r++, i++) {
        const origin = diagonals ? i : 0;
        let sum = 0; let sumImaginary = 0;
        for (let k = 0; k < width; k++) { const v0 = 2 * (entry + k * height + r); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (origin + column[from + k]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
        if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
      }
      entry += height * width;
    }
  }
}

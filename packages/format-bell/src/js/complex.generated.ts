// @ts-nocheck Made by tools/complex-kernels.ts of bell.ts. Do not edit.
export function bell({
  arrays,
  scalars,
  formatParams,
  rows,
  x,
  y,
  alpha, alphaImaginary,
  beta, betaImaginary,
  begin,
  end,
}: any): void {
  const { blockColIndex, mask, values } = arrays;
  const blockRows = formatParams['blockRows'];
  const blockCols = formatParams['blockCols'];
  const size = blockRows * blockCols;
  const width = scalars['width'];
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const placeStep = byColumn ? stride : 1;
  const valuePlaceStep = byColumn ? stride * size : size;
  const elementStep = byColumn ? stride : 1;
  const lastRow = Math.min(rows, end * blockRows);
  for (let i = begin * blockRows; i < lastRow; i++) {
    const b = Math.trunc(i / blockRows);
    const firstElement = (i - b * blockRows) * blockCols;
    let place = byColumn ? b : b * stride;
    let first = (byColumn ? b : b * stride * size) + firstElement * elementStep;
    let sum = 0; let sumImaginary = 0;
    for (let k = 0; k < width; k++) {
      const blockCol = blockColIndex[place];
      if (blockCol < 0) break;
      const bits = mask[place] >>> firstElement;
      for (let c = 0; c < blockCols; c++) {
        if (((bits >>> c) & 1) === 1) { const v0 = 2 * (first + c * elementStep); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (blockCol * blockCols + c); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
      }
      place += placeStep;
      first += valuePlaceStep;
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

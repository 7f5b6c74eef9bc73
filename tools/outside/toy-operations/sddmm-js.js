export function sampled({ arrays: { rowStart, colIndex, values: a }, auxiliary, X, Y, values, sizes, begin, end }) {
  const [rowX, colX, rowY, colY] = auxiliary.steps;
  for (let i = begin; i < end; i++) {
    for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
      let sum = 0;
      for (let l = 0; l < sizes.depth; l++) sum += X[i * rowX + l * colX] * Y[colIndex[e] * rowY + l * colY];
      values[e] = a[e] * sum;
    }
  }
}

// @ts-nocheck Made by tools/complex-kernels.ts of worker-sums.ts. Do not edit.
const BLOCK = 512;

const TOUCHED = 16;

export function clearSums({ scratch, numbers, begin, end }: any): void {
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const stride = numbers['stride'];
  for (let w = begin; w < end; w++) {
    const first = touched[TOUCHED * w];
    const last = touched[TOUCHED * w + 1];
    if (last > first) sums.fill(0, 2 * (w * stride + first), 2 * (w * stride + last));
    touched[TOUCHED * w] = 0x7fffffff;
    touched[TOUCHED * w + 1] = 0;
  }
}

export function reduceSums(args: any): void {
  const { scratch, numbers, y, worker, workers, alpha, alphaImaginary, beta, betaImaginary, begin, end } = args;
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const stride = numbers['stride'];
  const block = (worker + 1) * stride - BLOCK;
  for (let from = begin; from < end; from += BLOCK) {
    const to = Math.min(from + BLOCK, end);
    sums.fill(0, 2 * (block), 2 * (block + to - from));
    for (let w = 0; w < workers; w++) {
      const first = Math.max(from, touched[TOUCHED * w]);
      const last = Math.min(to, touched[TOUCHED * w + 1]);
      const own = w * stride;
      const place = block - from;
      for (let j = first; j < last; j++) { const v0 = 2 * (place + j); const v1 = 2 * (place + j); const v2 = 2 * (own + j); const v3 = sums[v1] + (sums[v2]); const v3Imaginary = sums[v1 + 1] + (sums[v2 + 1]); sums[v0] = v3; sums[v0 + 1] = v3Imaginary; }
    }
    for (let j = from; j < to; j++) {
      const v4 = 2 * (block + j - from); const sum = sums[v4]; const sumImaginary = sums[v4 + 1];
      if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (j); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (j); const v8 = 2 * (j); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
    }
  }
}

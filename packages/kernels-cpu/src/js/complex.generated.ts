// @ts-nocheck Made by tools/complex-kernels.ts of coo.ts, coo-transposed.ts, csr.ts, csr64.ts, csr-padded.ts, csr-padded-transposed.ts, csr-transposed.ts, ellpack.ts, ellpack-r.ts. Do not edit.
function finishRow(y, i, sum, sumImaginary, alpha, alphaImaginary, beta, betaImaginary) {
  if ((beta === 0 && betaImaginary === 0)) { const v0 = 2 * (i); const v1 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v1Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v0] = v1; y[v0 + 1] = v1Imaginary; } else { const v2 = 2 * (i); const v3 = 2 * (i); const v4 = y[v3]; const v4Imaginary = y[v3 + 1]; const v5 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v4 : beta * v4 - betaImaginary * v4Imaginary)); const v5Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v4Imaginary : beta * v4Imaginary + betaImaginary * v4)); y[v2] = v5; y[v2 + 1] = v5Imaginary; }
}

export function coo(args: any): void {
  const { arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end, rows, nnz, partialSums } = args;
  const { rowIndex, colIndex, values } = arrays;
  partialSums.headRow = -1;
  partialSums.tailRow = -1;
  let next = begin > 0 ? rowIndex[begin - 1] + 1 : 0;
  let k = begin;
  while (k < end) {
    const i = rowIndex[k];
    for (; next < i; next++) finishRow(y, next, 0, 0, alpha, alphaImaginary, beta, betaImaginary);
    let sum = 0; let sumImaginary = 0;
    for (; k < end && rowIndex[k] === i; k++) { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (colIndex[k]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    if (i < next) {
      partialSums.headRow = i;
      { partialSums.headSum = sum; partialSums.headSumImaginary = sumImaginary; }
    } else if (k === end && end < nnz && rowIndex[end] === i) {
      partialSums.tailRow = i;
      { partialSums.tailSum = sum; partialSums.tailSumImaginary = sumImaginary; }
    } else {
      finishRow(y, i, sum, sumImaginary, alpha, alphaImaginary, beta, betaImaginary);
    }
    next = i + 1;
  }
  if (end === nnz) for (; next < rows; next++) finishRow(y, next, 0, 0, alpha, alphaImaginary, beta, betaImaginary);
}

function finishRowConjugated(y, i, sum, sumImaginary, alpha, alphaImaginary, beta, betaImaginary) {
  if ((beta === 0 && betaImaginary === 0)) { const v0 = 2 * (i); const v1 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v1Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v0] = v1; y[v0 + 1] = v1Imaginary; } else { const v2 = 2 * (i); const v3 = 2 * (i); const v4 = y[v3]; const v4Imaginary = y[v3 + 1]; const v5 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v4 : beta * v4 - betaImaginary * v4Imaginary)); const v5Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v4Imaginary : beta * v4Imaginary + betaImaginary * v4)); y[v2] = v5; y[v2 + 1] = v5Imaginary; }
}

export function cooConjugated(args: any): void {
  const { arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end, rows, nnz, partialSums } = args;
  const { rowIndex, colIndex, values } = arrays;
  partialSums.headRow = -1;
  partialSums.tailRow = -1;
  let next = begin > 0 ? rowIndex[begin - 1] + 1 : 0;
  let k = begin;
  while (k < end) {
    const i = rowIndex[k];
    for (; next < i; next++) finishRowConjugated(y, next, 0, 0, alpha, alphaImaginary, beta, betaImaginary);
    let sum = 0; let sumImaginary = 0;
    for (; k < end && rowIndex[k] === i; k++) { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = -values[v0 + 1]; const v2 = 2 * (colIndex[k]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    if (i < next) {
      partialSums.headRow = i;
      { partialSums.headSum = sum; partialSums.headSumImaginary = sumImaginary; }
    } else if (k === end && end < nnz && rowIndex[end] === i) {
      partialSums.tailRow = i;
      { partialSums.tailSum = sum; partialSums.tailSumImaginary = sumImaginary; }
    } else {
      finishRowConjugated(y, i, sum, sumImaginary, alpha, alphaImaginary, beta, betaImaginary);
    }
    next = i + 1;
  }
  if (end === nnz) for (; next < rows; next++) finishRowConjugated(y, next, 0, 0, alpha, alphaImaginary, beta, betaImaginary);
}

export function cooTransposed({
  arrays,
  scratch,
  numbers,
  x,
  worker,
  begin,
  end,
}: any): void {
  const { rowIndex, colIndex, values } = arrays;
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let k = begin; k < end; k++) {
    const j = colIndex[k];
    if (j < first) first = j;
    if (j >= last) last = j + 1;
    { const v0 = 2 * (own + j); const v1 = 2 * (own + j); const v2 = 2 * (k); const v3 = values[v2]; const v3Imaginary = values[v2 + 1]; const v4 = 2 * (rowIndex[k]); const v5 = x[v4]; const v5Imaginary = x[v4 + 1]; const v6 = sums[v1] + (v3 * v5 - v3Imaginary * v5Imaginary); const v6Imaginary = sums[v1 + 1] + (v3 * v5Imaginary + v3Imaginary * v5); sums[v0] = v6; sums[v0 + 1] = v6Imaginary; }
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

export function cooTransposedConjugated({
  arrays,
  scratch,
  numbers,
  x,
  worker,
  begin,
  end,
}: any): void {
  const { rowIndex, colIndex, values } = arrays;
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let k = begin; k < end; k++) {
    const j = colIndex[k];
    if (j < first) first = j;
    if (j >= last) last = j + 1;
    { const v0 = 2 * (own + j); const v1 = 2 * (own + j); const v2 = 2 * (k); const v3 = values[v2]; const v3Imaginary = -values[v2 + 1]; const v4 = 2 * (rowIndex[k]); const v5 = x[v4]; const v5Imaginary = x[v4 + 1]; const v6 = sums[v1] + (v3 * v5 - v3Imaginary * v5Imaginary); const v6Imaginary = sums[v1 + 1] + (v3 * v5Imaginary + v3Imaginary * v5); sums[v0] = v6; sums[v0 + 1] = v6Imaginary; }
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

export function csr({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { values } = arrays;
  const rowStart = (arrays['rowStart'] ?? arrays['colStart']);
  const colIndex = (arrays['colIndex'] ?? arrays['rowIndex']);
  for (let i = begin; i < end; i++) {
    const last = rowStart[i + 1];
    let sum = 0; let sumImaginary = 0;
    for (let k = rowStart[i]; k < last; k++) {
      { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (colIndex[k]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function csrConjugated({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { values } = arrays;
  const rowStart = (arrays['rowStart'] ?? arrays['colStart']);
  const colIndex = (arrays['colIndex'] ?? arrays['rowIndex']);
  for (let i = begin; i < end; i++) {
    const last = rowStart[i + 1];
    let sum = 0; let sumImaginary = 0;
    for (let k = rowStart[i]; k < last; k++) {
      { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = -values[v0 + 1]; const v2 = 2 * (colIndex[k]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function csr64({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { rowStart, colIndex, values } = arrays;
  for (let i = begin; i < end; i++) {
    const first = rowStart[i];
    const length = (rowStart[i + 1] - first) | 0;
    let sum = 0; let sumImaginary = 0;
    for (let r = 0; r < length; r++) {
      const k = first + r;
      { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (colIndex[k]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function csr64Conjugated({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { rowStart, colIndex, values } = arrays;
  for (let i = begin; i < end; i++) {
    const first = rowStart[i];
    const length = (rowStart[i + 1] - first) | 0;
    let sum = 0; let sumImaginary = 0;
    for (let r = 0; r < length; r++) {
      const k = first + r;
      { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = -values[v0 + 1]; const v2 = 2 * (colIndex[k]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function csrPadded({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { rowStart, colIndex, values } = arrays;
  for (let i = begin; i < end; i++) {
    const last = rowStart[i + 1];
    let sum = 0; let sumImaginary = 0;
    for (let k = rowStart[i]; k < last; k++) {
      const j = colIndex[k];
      if (j < 0) break;
      { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (j); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function csrPaddedConjugated({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const { rowStart, colIndex, values } = arrays;
  for (let i = begin; i < end; i++) {
    const last = rowStart[i + 1];
    let sum = 0; let sumImaginary = 0;
    for (let k = rowStart[i]; k < last; k++) {
      const j = colIndex[k];
      if (j < 0) break;
      { const v0 = 2 * (k); const v1 = values[v0]; const v1Imaginary = -values[v0 + 1]; const v2 = 2 * (j); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function csrPaddedTransposed(args: any): void {
  const { arrays, scratch, numbers, x, worker, begin, end } = args;
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let i = begin; i < end; i++) {
    const v0 = 2 * (i); const xi = x[v0]; const xiImaginary = x[v0 + 1];
    const stop = rowStart[i + 1];
    for (let k = rowStart[i]; k < stop; k++) {
      const j = colIndex[k];
      if (j < 0) break;
      if (j < first) first = j;
      if (j >= last) last = j + 1;
      { const v1 = 2 * (own + j); const v2 = 2 * (own + j); const v3 = 2 * (k); const v4 = values[v3]; const v4Imaginary = values[v3 + 1]; const v5 = sums[v2] + (v4 * xi - v4Imaginary * xiImaginary); const v5Imaginary = sums[v2 + 1] + (v4 * xiImaginary + v4Imaginary * xi); sums[v1] = v5; sums[v1 + 1] = v5Imaginary; }
    }
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

export function csrPaddedTransposedConjugated(args: any): void {
  const { arrays, scratch, numbers, x, worker, begin, end } = args;
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let i = begin; i < end; i++) {
    const v0 = 2 * (i); const xi = x[v0]; const xiImaginary = x[v0 + 1];
    const stop = rowStart[i + 1];
    for (let k = rowStart[i]; k < stop; k++) {
      const j = colIndex[k];
      if (j < 0) break;
      if (j < first) first = j;
      if (j >= last) last = j + 1;
      { const v1 = 2 * (own + j); const v2 = 2 * (own + j); const v3 = 2 * (k); const v4 = values[v3]; const v4Imaginary = -values[v3 + 1]; const v5 = sums[v2] + (v4 * xi - v4Imaginary * xiImaginary); const v5Imaginary = sums[v2 + 1] + (v4 * xiImaginary + v4Imaginary * xi); sums[v1] = v5; sums[v1 + 1] = v5Imaginary; }
    }
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

export function csrTransposed({ arrays, scratch, numbers, x, worker, begin, end }: any): void {
  const { values } = arrays;
  const rowStart = (arrays['rowStart'] ?? arrays['colStart']);
  const colIndex = (arrays['colIndex'] ?? arrays['rowIndex']);
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let i = begin; i < end; i++) {
    const v0 = 2 * (i); const xi = x[v0]; const xiImaginary = x[v0 + 1];
    const start = rowStart[i];
    const stop = rowStart[i + 1];
    if (start === stop) continue;
    first = Math.min(first, colIndex[start]);
    last = Math.max(last, colIndex[stop - 1] + 1);
    for (let k = start; k < stop; k++) {
      const at = own + colIndex[k];
      { const v1 = 2 * (at); const v2 = 2 * (at); const v3 = 2 * (k); const v4 = values[v3]; const v4Imaginary = values[v3 + 1]; const v5 = sums[v2] + (v4 * xi - v4Imaginary * xiImaginary); const v5Imaginary = sums[v2 + 1] + (v4 * xiImaginary + v4Imaginary * xi); sums[v1] = v5; sums[v1 + 1] = v5Imaginary; }
    }
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

export function csrTransposedConjugated({ arrays, scratch, numbers, x, worker, begin, end }: any): void {
  const { values } = arrays;
  const rowStart = (arrays['rowStart'] ?? arrays['colStart']);
  const colIndex = (arrays['colIndex'] ?? arrays['rowIndex']);
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const own = worker * numbers['stride'];
  let first = touched[16 * worker];
  let last = touched[16 * worker + 1];
  for (let i = begin; i < end; i++) {
    const v0 = 2 * (i); const xi = x[v0]; const xiImaginary = x[v0 + 1];
    const start = rowStart[i];
    const stop = rowStart[i + 1];
    if (start === stop) continue;
    first = Math.min(first, colIndex[start]);
    last = Math.max(last, colIndex[stop - 1] + 1);
    for (let k = start; k < stop; k++) {
      const at = own + colIndex[k];
      { const v1 = 2 * (at); const v2 = 2 * (at); const v3 = 2 * (k); const v4 = values[v3]; const v4Imaginary = -values[v3 + 1]; const v5 = sums[v2] + (v4 * xi - v4Imaginary * xiImaginary); const v5Imaginary = sums[v2 + 1] + (v4 * xiImaginary + v4Imaginary * xi); sums[v1] = v5; sums[v1 + 1] = v5Imaginary; }
    }
  }
  touched[16 * worker] = first;
  touched[16 * worker + 1] = last;
}

export function ellpack({
  arrays,
  scalars,
  formatParams,
  x,
  y,
  alpha, alphaImaginary,
  beta, betaImaginary,
  begin,
  end,
}: any): void {
  const { colIndex, values } = arrays;
  const width = scalars['width'];
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const rowStep = byColumn ? 1 : stride;
  const placeStep = byColumn ? stride : 1;
  for (let i = begin; i < end; i++) {
    let sum = 0; let sumImaginary = 0;
    for (let place = 0, slot = i * rowStep; place < width; place++, slot += placeStep) {
      const j = colIndex[slot];
      if (j < 0) break;
      { const v0 = 2 * (slot); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (j); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function ellpackConjugated({
  arrays,
  scalars,
  formatParams,
  x,
  y,
  alpha, alphaImaginary,
  beta, betaImaginary,
  begin,
  end,
}: any): void {
  const { colIndex, values } = arrays;
  const width = scalars['width'];
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const rowStep = byColumn ? 1 : stride;
  const placeStep = byColumn ? stride : 1;
  for (let i = begin; i < end; i++) {
    let sum = 0; let sumImaginary = 0;
    for (let place = 0, slot = i * rowStep; place < width; place++, slot += placeStep) {
      const j = colIndex[slot];
      if (j < 0) break;
      { const v0 = 2 * (slot); const v1 = values[v0]; const v1Imaginary = -values[v0 + 1]; const v2 = 2 * (j); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function ellpackR({
  arrays,
  scalars,
  formatParams,
  x,
  y,
  alpha, alphaImaginary,
  beta, betaImaginary,
  begin,
  end,
}: any): void {
  const { rowLength, colIndex, values } = arrays;
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const rowStep = byColumn ? 1 : stride;
  const placeStep = byColumn ? stride : 1;
  for (let i = begin; i < end; i++) {
    const first = i * rowStep;
    const last = first + rowLength[i] * placeStep;
    let sum = 0; let sumImaginary = 0;
    for (let slot = first; slot < last; slot += placeStep) {
      { const v0 = 2 * (slot); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (colIndex[slot]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

export function ellpackRConjugated({
  arrays,
  scalars,
  formatParams,
  x,
  y,
  alpha, alphaImaginary,
  beta, betaImaginary,
  begin,
  end,
}: any): void {
  const { rowLength, colIndex, values } = arrays;
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const rowStep = byColumn ? 1 : stride;
  const placeStep = byColumn ? stride : 1;
  for (let i = begin; i < end; i++) {
    const first = i * rowStep;
    const last = first + rowLength[i] * placeStep;
    let sum = 0; let sumImaginary = 0;
    for (let slot = first; slot < last; slot += placeStep) {
      { const v0 = 2 * (slot); const v1 = values[v0]; const v1Imaginary = -values[v0 + 1]; const v2 = 2 * (colIndex[slot]); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
    }
    if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (i); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (i); const v8 = 2 * (i); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
  }
}

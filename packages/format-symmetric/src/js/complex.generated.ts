// @ts-nocheck Made by tools/complex-kernels.ts of symmetric.ts. Do not edit.
const BLOCK = 512;

function firstRow(rowStart, rows, worker, workers) {
  const wanted = Math.floor(((rowStart[rows] + rows) * worker) / workers);
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowStart[middle] + middle < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function symmetric(args: any): void {
  const { arrays, scalars, scratch, numbers, rows, x, y, alpha, alphaImaginary, beta, betaImaginary } = args;
  const { rowStart, colIndex, values } = arrays;
  // Of Hermitian matrices what is read here is conjugated.
  const mirroredValues = values;
  const isAlone = numbers['alone'] === 1;
  const worker = isAlone ? 0 : args.worker;
  const workers = isAlone ? 1 : args.workers;
  const begin = firstRow(rowStart, rows, worker, workers);
  const end = firstRow(rowStart, rows, worker + 1, workers);
  const bandwidth = scalars['bandwidth'];
  const blocks = numbers['blocks'];
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const own = worker * bandwidth;
  if (!isAlone) clearTouched(sums, touched, worker, bandwidth, blocks);
  for (let i = begin; i < end; i++) {
    const v0 = 2 * (i); const xi = x[v0]; const xiImaginary = x[v0 + 1];
    const mirrored = (scalars['skew'] & 1) !== 0 ? -xi : xi; const mirroredImaginary = (scalars['skew'] & 1) !== 0 ? -xiImaginary : xiImaginary;
    const stop = rowStart[i + 1];
    let k = rowStart[i];
    let sum = 0; let sumImaginary = 0;
    for (; k < stop && colIndex[k] < begin; k++) {
      const j = colIndex[k];
      const v1 = 2 * (k); const a = values[v1]; const aImaginary = values[v1 + 1];
      const place = j - begin + bandwidth;
      { const v2 = 2 * (j); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = a * v3 - aImaginary * v3Imaginary; const v4Imaginary = a * v3Imaginary + aImaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
      { const v5 = 2 * (own + place); const v6 = 2 * (own + place); const v7 = 2 * (k); const v8 = mirroredValues[v7]; const v8Imaginary = mirroredValues[v7 + 1]; const v9 = sums[v6] + (v8 * mirrored - v8Imaginary * mirroredImaginary); const v9Imaginary = sums[v6 + 1] + (v8 * mirroredImaginary + v8Imaginary * mirrored); sums[v5] = v9; sums[v5 + 1] = v9Imaginary; }
      touched[worker * blocks + Math.floor(place / BLOCK)] = 1;
    }
    for (; k < stop && colIndex[k] < i; k++) {
      const j = colIndex[k];
      const v10 = 2 * (k); const a = values[v10]; const aImaginary = values[v10 + 1];
      { const v11 = 2 * (j); const v12 = x[v11]; const v12Imaginary = x[v11 + 1]; const v13 = a * v12 - aImaginary * v12Imaginary; const v13Imaginary = a * v12Imaginary + aImaginary * v12; sum += v13; sumImaginary += v13Imaginary; }
      { const v14 = 2 * (j); const v15 = 2 * (j); const v16 = 2 * (k); const v17 = mirroredValues[v16]; const v17Imaginary = mirroredValues[v16 + 1]; const v18 = v17 * mirrored - v17Imaginary * mirroredImaginary; const v18Imaginary = v17 * mirroredImaginary + v17Imaginary * mirrored; const v19 = y[v15] + ((alphaImaginary === 0 ? alpha * v18 : alpha * v18 - alphaImaginary * v18Imaginary)); const v19Imaginary = y[v15 + 1] + ((alphaImaginary === 0 ? alpha * v18Imaginary : alpha * v18Imaginary + alphaImaginary * v18)); y[v14] = v19; y[v14 + 1] = v19Imaginary; }
    }
    if (k < stop) { const v20 = 2 * (k); const v21 = values[v20]; const v21Imaginary = values[v20 + 1]; const v22 = v21 * xi - v21Imaginary * xiImaginary; const v22Imaginary = v21 * xiImaginary + v21Imaginary * xi; sum += v22; sumImaginary += v22Imaginary; }
    if ((beta === 0 && betaImaginary === 0)) { const v23 = 2 * (i); const v24 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v24Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v23] = v24; y[v23 + 1] = v24Imaginary; } else { const v25 = 2 * (i); const v26 = 2 * (i); const v27 = y[v26]; const v27Imaginary = y[v26 + 1]; const v28 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v27 : beta * v27 - betaImaginary * v27Imaginary)); const v28Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v27Imaginary : beta * v27Imaginary + betaImaginary * v27)); y[v25] = v28; y[v25 + 1] = v28Imaginary; }
  }
}

function clearTouched(sums, touched, worker, bandwidth, blocks) {
  for (let b = 0; b < blocks; b++) {
    if (touched[worker * blocks + b] === 0) continue;
    sums.fill(0, 2 * (worker * bandwidth + b * BLOCK), 2 * (worker * bandwidth + Math.min((b + 1) * BLOCK, bandwidth)));
    touched[worker * blocks + b] = 0;
  }
}

export function addMirrored(args: any): void {
  const { arrays, scalars, scratch, numbers, rows, y, alpha, alphaImaginary, worker, workers } = args;
  const { rowStart } = arrays;
  const begin = firstRow(rowStart, rows, worker, workers);
  const end = firstRow(rowStart, rows, worker + 1, workers);
  const bandwidth = scalars['bandwidth'];
  const blocks = numbers['blocks'];
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  for (let w = worker + 1; w < workers; w++) {
    const leftmost = firstRow(rowStart, rows, w, workers) - bandwidth;
    const first = Math.max(0, begin - leftmost);
    const last = Math.min(bandwidth, end - leftmost);
    if (first >= last) continue;
    for (let b = Math.floor(first / BLOCK); b * BLOCK < last; b++) {
      if (touched[w * blocks + b] === 0) continue;
      for (let place = Math.max(first, b * BLOCK); place < Math.min(last, (b + 1) * BLOCK); place++) {
        const j = leftmost + place;
        { const v0 = 2 * (j); const v1 = 2 * (j); const v2 = 2 * (w * bandwidth + place); const v3 = sums[v2]; const v3Imaginary = sums[v2 + 1]; const v4 = y[v1] + ((alphaImaginary === 0 ? alpha * v3 : alpha * v3 - alphaImaginary * v3Imaginary)); const v4Imaginary = y[v1 + 1] + ((alphaImaginary === 0 ? alpha * v3Imaginary : alpha * v3Imaginary + alphaImaginary * v3)); y[v0] = v4; y[v0 + 1] = v4Imaginary; }
      }
    }
  }
}

function firstRowConjugated(rowStart, rows, worker, workers) {
  const wanted = Math.floor(((rowStart[rows] + rows) * worker) / workers);
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (rowStart[middle] + middle < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function symmetricConjugated(args: any): void {
  const { arrays, scalars, scratch, numbers, rows, x, y, alpha, alphaImaginary, beta, betaImaginary } = args;
  const { rowStart, colIndex, values } = arrays;
  // Of Hermitian matrices what is read here is conjugated.
  const mirroredValues = values;
  const isAlone = numbers['alone'] === 1;
  const worker = isAlone ? 0 : args.worker;
  const workers = isAlone ? 1 : args.workers;
  const begin = firstRowConjugated(rowStart, rows, worker, workers);
  const end = firstRowConjugated(rowStart, rows, worker + 1, workers);
  const bandwidth = scalars['bandwidth'];
  const blocks = numbers['blocks'];
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  const own = worker * bandwidth;
  if (!isAlone) clearTouchedConjugated(sums, touched, worker, bandwidth, blocks);
  for (let i = begin; i < end; i++) {
    const v0 = 2 * (i); const xi = x[v0]; const xiImaginary = x[v0 + 1];
    const mirrored = (scalars['skew'] & 1) !== 0 ? -xi : xi; const mirroredImaginary = (scalars['skew'] & 1) !== 0 ? -xiImaginary : xiImaginary;
    const stop = rowStart[i + 1];
    let k = rowStart[i];
    let sum = 0; let sumImaginary = 0;
    for (; k < stop && colIndex[k] < begin; k++) {
      const j = colIndex[k];
      const v1 = 2 * (k); const a = values[v1]; const aImaginary = values[v1 + 1];
      const place = j - begin + bandwidth;
      { const v2 = 2 * (j); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = a * v3 - aImaginary * v3Imaginary; const v4Imaginary = a * v3Imaginary + aImaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
      { const v5 = 2 * (own + place); const v6 = 2 * (own + place); const v7 = 2 * (k); const v8 = mirroredValues[v7]; const v8Imaginary = -mirroredValues[v7 + 1]; const v9 = sums[v6] + (v8 * mirrored - v8Imaginary * mirroredImaginary); const v9Imaginary = sums[v6 + 1] + (v8 * mirroredImaginary + v8Imaginary * mirrored); sums[v5] = v9; sums[v5 + 1] = v9Imaginary; }
      touched[worker * blocks + Math.floor(place / BLOCK)] = 1;
    }
    for (; k < stop && colIndex[k] < i; k++) {
      const j = colIndex[k];
      const v10 = 2 * (k); const a = values[v10]; const aImaginary = values[v10 + 1];
      { const v11 = 2 * (j); const v12 = x[v11]; const v12Imaginary = x[v11 + 1]; const v13 = a * v12 - aImaginary * v12Imaginary; const v13Imaginary = a * v12Imaginary + aImaginary * v12; sum += v13; sumImaginary += v13Imaginary; }
      { const v14 = 2 * (j); const v15 = 2 * (j); const v16 = 2 * (k); const v17 = mirroredValues[v16]; const v17Imaginary = -mirroredValues[v16 + 1]; const v18 = v17 * mirrored - v17Imaginary * mirroredImaginary; const v18Imaginary = v17 * mirroredImaginary + v17Imaginary * mirrored; const v19 = y[v15] + ((alphaImaginary === 0 ? alpha * v18 : alpha * v18 - alphaImaginary * v18Imaginary)); const v19Imaginary = y[v15 + 1] + ((alphaImaginary === 0 ? alpha * v18Imaginary : alpha * v18Imaginary + alphaImaginary * v18)); y[v14] = v19; y[v14 + 1] = v19Imaginary; }
    }
    if (k < stop) { const v20 = 2 * (k); const v21 = values[v20]; const v21Imaginary = values[v20 + 1]; const v22 = v21 * xi - v21Imaginary * xiImaginary; const v22Imaginary = v21 * xiImaginary + v21Imaginary * xi; sum += v22; sumImaginary += v22Imaginary; }
    if ((beta === 0 && betaImaginary === 0)) { const v23 = 2 * (i); const v24 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v24Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v23] = v24; y[v23 + 1] = v24Imaginary; } else { const v25 = 2 * (i); const v26 = 2 * (i); const v27 = y[v26]; const v27Imaginary = y[v26 + 1]; const v28 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v27 : beta * v27 - betaImaginary * v27Imaginary)); const v28Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v27Imaginary : beta * v27Imaginary + betaImaginary * v27)); y[v25] = v28; y[v25 + 1] = v28Imaginary; }
  }
}

function clearTouchedConjugated(sums, touched, worker, bandwidth, blocks) {
  for (let b = 0; b < blocks; b++) {
    if (touched[worker * blocks + b] === 0) continue;
    sums.fill(0, 2 * (worker * bandwidth + b * BLOCK), 2 * (worker * bandwidth + Math.min((b + 1) * BLOCK, bandwidth)));
    touched[worker * blocks + b] = 0;
  }
}

export function addMirroredConjugated(args: any): void {
  const { arrays, scalars, scratch, numbers, rows, y, alpha, alphaImaginary, worker, workers } = args;
  const { rowStart } = arrays;
  const begin = firstRowConjugated(rowStart, rows, worker, workers);
  const end = firstRowConjugated(rowStart, rows, worker + 1, workers);
  const bandwidth = scalars['bandwidth'];
  const blocks = numbers['blocks'];
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  for (let w = worker + 1; w < workers; w++) {
    const leftmost = firstRowConjugated(rowStart, rows, w, workers) - bandwidth;
    const first = Math.max(0, begin - leftmost);
    const last = Math.min(bandwidth, end - leftmost);
    if (first >= last) continue;
    for (let b = Math.floor(first / BLOCK); b * BLOCK < last; b++) {
      if (touched[w * blocks + b] === 0) continue;
      for (let place = Math.max(first, b * BLOCK); place < Math.min(last, (b + 1) * BLOCK); place++) {
        const j = leftmost + place;
        { const v0 = 2 * (j); const v1 = 2 * (j); const v2 = 2 * (w * bandwidth + place); const v3 = sums[v2]; const v3Imaginary = sums[v2 + 1]; const v4 = y[v1] + ((alphaImaginary === 0 ? alpha * v3 : alpha * v3 - alphaImaginary * v3Imaginary)); const v4Imaginary = y[v1 + 1] + ((alphaImaginary === 0 ? alpha * v3Imaginary : alpha * v3Imaginary + alphaImaginary * v3)); y[v0] = v4; y[v0 + 1] = v4Imaginary; }
      }
    }
  }
}

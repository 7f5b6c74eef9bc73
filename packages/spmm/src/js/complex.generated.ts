// @ts-nocheck Made by tools/complex-kernels.ts of stored-rows.ts, csr-transposed.ts, packed.ts. Do not edit.
function finish(Y, at, sum, sumImaginary, alpha, alphaImaginary, beta, betaImaginary) {
  if ((beta === 0 && betaImaginary === 0)) { const v0 = 2 * (at); const v1 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v1Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); Y[v0] = v1; Y[v0 + 1] = v1Imaginary; } else { const v2 = 2 * (at); const v3 = 2 * (at); const v4 = Y[v3]; const v4Imaginary = Y[v3 + 1]; const v5 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v4 : beta * v4 - betaImaginary * v4Imaginary)); const v5Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v4Imaginary : beta * v4Imaginary + betaImaginary * v4)); Y[v2] = v5; Y[v2 + 1] = v5Imaginary; }
}

function storedRow(range, colIndex, values, row, first, step, past, order?) {
  const { X, Y, alpha, alphaImaginary, beta, betaImaginary, sizes, numbers } = range;
  const vectors = sizes['vectors'];
  const xRow = numbers['X.row'];
  const xCol = numbers['X.col'];
  const yCol = numbers['Y.col'];
  let to = row * numbers['Y.row'];
  let from = 0;
  let left = vectors;
  for (; left >= 8; left -= 8) {
    let s0 = 0; let s0Imaginary = 0;
    let s1 = 0; let s1Imaginary = 0;
    let s2 = 0; let s2Imaginary = 0;
    let s3 = 0; let s3Imaginary = 0;
    let s4 = 0; let s4Imaginary = 0;
    let s5 = 0; let s5Imaginary = 0;
    let s6 = 0; let s6Imaginary = 0;
    let s7 = 0; let s7Imaginary = 0;
    for (let e = first; e < past; e += step) {
      const column = colIndex[e];
      if (column < 0) break;
      const v0 = 2 * (order ? order[e] : e); const a = values[v0]; const aImaginary = values[v0 + 1];
      let at = column * xRow + from;
      { const v1 = 2 * (at); const v2 = X[v1]; const v2Imaginary = X[v1 + 1]; const v3 = a * v2 - aImaginary * v2Imaginary; const v3Imaginary = a * v2Imaginary + aImaginary * v2; s0 += v3; s0Imaginary += v3Imaginary; }
      { const v4 = 2 * ((at += xCol)); const v5 = X[v4]; const v5Imaginary = X[v4 + 1]; const v6 = a * v5 - aImaginary * v5Imaginary; const v6Imaginary = a * v5Imaginary + aImaginary * v5; s1 += v6; s1Imaginary += v6Imaginary; }
      { const v7 = 2 * ((at += xCol)); const v8 = X[v7]; const v8Imaginary = X[v7 + 1]; const v9 = a * v8 - aImaginary * v8Imaginary; const v9Imaginary = a * v8Imaginary + aImaginary * v8; s2 += v9; s2Imaginary += v9Imaginary; }
      { const v10 = 2 * ((at += xCol)); const v11 = X[v10]; const v11Imaginary = X[v10 + 1]; const v12 = a * v11 - aImaginary * v11Imaginary; const v12Imaginary = a * v11Imaginary + aImaginary * v11; s3 += v12; s3Imaginary += v12Imaginary; }
      { const v13 = 2 * ((at += xCol)); const v14 = X[v13]; const v14Imaginary = X[v13 + 1]; const v15 = a * v14 - aImaginary * v14Imaginary; const v15Imaginary = a * v14Imaginary + aImaginary * v14; s4 += v15; s4Imaginary += v15Imaginary; }
      { const v16 = 2 * ((at += xCol)); const v17 = X[v16]; const v17Imaginary = X[v16 + 1]; const v18 = a * v17 - aImaginary * v17Imaginary; const v18Imaginary = a * v17Imaginary + aImaginary * v17; s5 += v18; s5Imaginary += v18Imaginary; }
      { const v19 = 2 * ((at += xCol)); const v20 = X[v19]; const v20Imaginary = X[v19 + 1]; const v21 = a * v20 - aImaginary * v20Imaginary; const v21Imaginary = a * v20Imaginary + aImaginary * v20; s6 += v21; s6Imaginary += v21Imaginary; }
      { const v22 = 2 * (at + xCol); const v23 = X[v22]; const v23Imaginary = X[v22 + 1]; const v24 = a * v23 - aImaginary * v23Imaginary; const v24Imaginary = a * v23Imaginary + aImaginary * v23; s7 += v24; s7Imaginary += v24Imaginary; }
    }
    finish(Y, to, s0, s0Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    finish(Y, (to += yCol), s1, s1Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    finish(Y, (to += yCol), s2, s2Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    finish(Y, (to += yCol), s3, s3Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    finish(Y, (to += yCol), s4, s4Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    finish(Y, (to += yCol), s5, s5Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    finish(Y, (to += yCol), s6, s6Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    finish(Y, (to += yCol), s7, s7Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    to += yCol;
    from += 8 * xCol;
  }
  while (left > 1) {
    // The last of two or three vectors stands for those that are missing, whose sums go nowhere.
    const last = Math.min(left, 4) - 1;
    const x2 = Math.min(2, last) * xCol;
    const x3 = last * xCol;
    let s0 = 0; let s0Imaginary = 0;
    let s1 = 0; let s1Imaginary = 0;
    let s2 = 0; let s2Imaginary = 0;
    let s3 = 0; let s3Imaginary = 0;
    for (let e = first; e < past; e += step) {
      const column = colIndex[e];
      if (column < 0) break;
      const v25 = 2 * (order ? order[e] : e); const a = values[v25]; const aImaginary = values[v25 + 1];
      const at = column * xRow + from;
      { const v26 = 2 * (at); const v27 = X[v26]; const v27Imaginary = X[v26 + 1]; const v28 = a * v27 - aImaginary * v27Imaginary; const v28Imaginary = a * v27Imaginary + aImaginary * v27; s0 += v28; s0Imaginary += v28Imaginary; }
      { const v29 = 2 * (at + xCol); const v30 = X[v29]; const v30Imaginary = X[v29 + 1]; const v31 = a * v30 - aImaginary * v30Imaginary; const v31Imaginary = a * v30Imaginary + aImaginary * v30; s1 += v31; s1Imaginary += v31Imaginary; }
      { const v32 = 2 * (at + x2); const v33 = X[v32]; const v33Imaginary = X[v32 + 1]; const v34 = a * v33 - aImaginary * v33Imaginary; const v34Imaginary = a * v33Imaginary + aImaginary * v33; s2 += v34; s2Imaginary += v34Imaginary; }
      { const v35 = 2 * (at + x3); const v36 = X[v35]; const v36Imaginary = X[v35 + 1]; const v37 = a * v36 - aImaginary * v36Imaginary; const v37Imaginary = a * v36Imaginary + aImaginary * v36; s3 += v37; s3Imaginary += v37Imaginary; }
    }
    finish(Y, to, s0, s0Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    finish(Y, to + yCol, s1, s1Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    if (last > 1) finish(Y, to + 2 * yCol, s2, s2Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    if (last > 2) finish(Y, to + 3 * yCol, s3, s3Imaginary, alpha, alphaImaginary, beta, betaImaginary);
    to += 4 * yCol;
    from += 4 * xCol;
    left -= last + 1;
  }
  if (left === 0) return;
  let sum = 0; let sumImaginary = 0;
  for (let e = first; e < past; e += step) {
    const column = colIndex[e];
    if (column < 0) break;
    { const v38 = 2 * (order ? order[e] : e); const v39 = values[v38]; const v39Imaginary = values[v38 + 1]; const v40 = 2 * (column * xRow + from); const v41 = X[v40]; const v41Imaginary = X[v40 + 1]; const v42 = v39 * v41 - v39Imaginary * v41Imaginary; const v42Imaginary = v39 * v41Imaginary + v39Imaginary * v41; sum += v42; sumImaginary += v42Imaginary; }
  }
  finish(Y, to, sum, sumImaginary, alpha, alphaImaginary, beta, betaImaginary);
}

export function csr(range: any): void {
  const { rowStart, colIndex, values } = range.arrays;
  for (let i = range.begin; i < range.end; i++) storedRow(range, colIndex, values, i, rowStart[i], 1, rowStart[i + 1]);
}

export function ellpack(range: any): void {
  const { arrays, scalars, formatParams, begin, end } = range;
  const { colIndex, values } = arrays;
  const width = scalars['width'];
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const [next, step] = byColumn ? [1, stride] : [stride, 1];
  for (let i = begin; i < end; i++) storedRow(range, colIndex, values, i, i * next, step, i * next + width * step);
}

export function sell(range: any): void {
  const { arrays, formatParams, rows, begin, end } = range;
  const { sliceStart, rowOrder, colIndex, values } = arrays;
  const C = formatParams['C'];
  const sorted = rowOrder.length > 0;
  for (let slice = begin; slice < end; slice++) {
    const start = sliceStart[slice];
    const past = sliceStart[slice + 1];
    const lanes = Math.min(C, rows - slice * C);
    // Slots past the last whole place, which alignment leaves, are no places of any row.
    const whole = start + Math.floor((past - start) / C) * C;
    for (let lane = 0; lane < lanes; lane++) {
      const place = slice * C + lane;
      const row = sorted ? rowOrder[place] : place;
      storedRow(range, colIndex, values, row, start + lane, C, whole);
    }
  }
}

export function indexed(range: any): void {
  const { rowStart, colIndex, order } = range.auxiliary;
  for (let i = range.begin; i < range.end; i++)
    storedRow(range, colIndex, range.arrays.values, i, rowStart[i], 1, rowStart[i + 1], order);
}

const TOUCHED = 16;

export function clearSums({ scratch, cols, numbers, begin, end }: any): void {
  const width = numbers['width'];
  const sums = scratch['sums'];
  const touched = scratch['touched'];
  for (let w = begin; w < end; w++) {
    const [least, most] = [touched[TOUCHED * w], touched[TOUCHED * w + 1]];
    if (most > least) sums.fill(0, 2 * ((w * cols + least) * width), 2 * ((w * cols + most) * width));
    touched[TOUCHED * w] = 0x7fffffff;
    touched[TOUCHED * w + 1] = 0;
  }
}

export function addRows(range: any): void {
  const { arrays, scratch, X, cols, numbers, worker, begin, end } = range;
  const { rowStart, colIndex, values } = arrays;
  const sums = scratch['sums'];
  const width = numbers['width'];
  const count = numbers['count'];
  const xRow = numbers['X.row'];
  const xCol = numbers['X.col'];
  const touched = scratch['touched'];
  const own = worker * cols * width;
  for (let i = begin; i < end; i++) {
    const first = rowStart[i];
    const last = rowStart[i + 1];
    if (first === last) continue;
    touched[TOUCHED * worker] = Math.min(touched[TOUCHED * worker], colIndex[first]);
    touched[TOUCHED * worker + 1] = Math.max(touched[TOUCHED * worker + 1], colIndex[last - 1] + 1);
    let from = i * xRow + numbers['from'] * xCol;
    let j = 0;
    for (; j + 4 <= count; j += 4) {
      const v0 = 2 * (from); const x0 = X[v0]; const x0Imaginary = X[v0 + 1];
      const v1 = 2 * (from + xCol); const x1 = X[v1]; const x1Imaginary = X[v1 + 1];
      const v2 = 2 * (from + 2 * xCol); const x2 = X[v2]; const x2Imaginary = X[v2 + 1];
      const v3 = 2 * (from + 3 * xCol); const x3 = X[v3]; const x3Imaginary = X[v3 + 1];
      from += 4 * xCol;
      for (let e = first; e < last; e++) {
        const v4 = 2 * (e); const a = values[v4]; const aImaginary = values[v4 + 1];
        const at = own + colIndex[e] * width + j;
        { const v5 = 2 * (at); const v6 = 2 * (at); const v7 = sums[v6] + (a * x0 - aImaginary * x0Imaginary); const v7Imaginary = sums[v6 + 1] + (a * x0Imaginary + aImaginary * x0); sums[v5] = v7; sums[v5 + 1] = v7Imaginary; }
        { const v8 = 2 * (at + 1); const v9 = 2 * (at + 1); const v10 = sums[v9] + (a * x1 - aImaginary * x1Imaginary); const v10Imaginary = sums[v9 + 1] + (a * x1Imaginary + aImaginary * x1); sums[v8] = v10; sums[v8 + 1] = v10Imaginary; }
        { const v11 = 2 * (at + 2); const v12 = 2 * (at + 2); const v13 = sums[v12] + (a * x2 - aImaginary * x2Imaginary); const v13Imaginary = sums[v12 + 1] + (a * x2Imaginary + aImaginary * x2); sums[v11] = v13; sums[v11 + 1] = v13Imaginary; }
        { const v14 = 2 * (at + 3); const v15 = 2 * (at + 3); const v16 = sums[v15] + (a * x3 - aImaginary * x3Imaginary); const v16Imaginary = sums[v15 + 1] + (a * x3Imaginary + aImaginary * x3); sums[v14] = v16; sums[v14 + 1] = v16Imaginary; }
      }
    }
    for (; j < count; j++, from += xCol) {
      const v17 = 2 * (from); const x = X[v17]; const xImaginary = X[v17 + 1];
      for (let e = first; e < last; e++) {
        const at = own + colIndex[e] * width + j;
        { const v18 = 2 * (at); const v19 = 2 * (at); const v20 = 2 * (e); const v21 = values[v20]; const v21Imaginary = values[v20 + 1]; const v22 = sums[v19] + (v21 * x - v21Imaginary * xImaginary); const v22Imaginary = sums[v19 + 1] + (v21 * xImaginary + v21Imaginary * x); sums[v18] = v22; sums[v18 + 1] = v22Imaginary; }
      }
    }
  }
}

export function reduceSums({ scratch, Y, cols, numbers, workers, alpha, alphaImaginary, beta, betaImaginary, begin, end }: any): void {
  const sums = scratch['sums'];
  const width = numbers['width'];
  const count = numbers['count'];
  const yRow = numbers['Y.row'];
  const yCol = numbers['Y.col'];
  const each = cols * width;
  const touched = scratch['touched'];
  for (let i = begin; i < end; i++) {
    let to = i * yRow + numbers['from'] * yCol;
    for (let j = 0; j < count; j++, to += yCol) {
      let sum = 0; let sumImaginary = 0;
      for (let w = 0, at = i * width + j; w < workers; w++, at += each)
        if (i >= touched[TOUCHED * w] && i < touched[TOUCHED * w + 1]) { const v0 = 2 * (at); const v1 = sums[v0]; const v1Imaginary = sums[v0 + 1]; sum += v1; sumImaginary += v1Imaginary; }
      if ((beta === 0 && betaImaginary === 0)) { const v2 = 2 * (to); const v3 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v3Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); Y[v2] = v3; Y[v2 + 1] = v3Imaginary; } else { const v4 = 2 * (to); const v5 = 2 * (to); const v6 = Y[v5]; const v6Imaginary = Y[v5 + 1]; const v7 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v6 : beta * v6 - betaImaginary * v6Imaginary)); const v7Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v6Imaginary : beta * v6Imaginary + betaImaginary * v6)); Y[v4] = v7; Y[v4 + 1] = v7Imaginary; }
    }
  }
}

const LANES = 32;

const GROUP = 4;

function read(columns, at, bytes) {
  let number = 0;
  for (let b = 0; b < bytes; b++) number |= columns[at + b] << (8 * b);
  return number;
}

function goesOn({ slices, segments }, slice) {
  const isSplit = ((slices[4 * slice + 3] >> 23) & 1) === 1;
  return isSplit && segments[2 * slices[4 * slice + 2] + 3] === 0;
}

function addSegment(range, own, firstStep, firstByte, steps, log, bytes, lane, length) {
  const { arrays, X, sizes, numbers, scratch } = range;
  const { columns, values } = arrays;
  const sums = scratch['sums'];
  const vectors = sizes['vectors'];
  const xRow = numbers['X.row'];
  const xCol = numbers['X.col'];
  const distances = firstByte + Math.ceil((4 * steps) / LANES) * LANES;
  for (let e = 0; e < length; e++) {
    const step = e >> log;
    const on = lane + (e & ((1 << log) - 1));
    const first = step - (step % GROUP);
    // The last one or two steps are a group of as many.
    const room = steps - first > 2 ? GROUP : steps - first;
    const place = first * LANES + on * room + (step % GROUP);
    const column = read(columns, firstByte + 4 * step, 4) + read(columns, distances + place * bytes, bytes);
    const v0 = 2 * ((firstStep + step) * LANES + on); const a = values[v0]; const aImaginary = values[v0 + 1];
    const at = column * xRow;
    for (let j = 0; j < vectors; j++) { const v1 = 2 * (own + j); const v2 = 2 * (own + j); const v3 = 2 * (at + j * xCol); const v4 = X[v3]; const v4Imaginary = X[v3 + 1]; const v5 = sums[v2] + (a * v4 - aImaginary * v4Imaginary); const v5Imaginary = sums[v2 + 1] + (a * v4Imaginary + aImaginary * v4); sums[v1] = v5; sums[v1 + 1] = v5Imaginary; }
  }
}

export function packed(range: any): void {
  const { arrays, scalars, sizes, numbers, scratch, worker, Y, alpha, alphaImaginary, beta, betaImaginary, begin, end } = range;
  const { slices, segments } = arrays;
  const sums = scratch['sums'];
  const vectors = sizes['vectors'];
  const yRow = numbers['Y.row'];
  const yCol = numbers['Y.col'];
  const all = scalars['sliceCount'];
  const own = worker * vectors;
  let first = begin;
  while (first < end && first > 0 && goesOn(arrays, first - 1)) first++;
  sums.fill(0, 2 * (own), 2 * (own + vectors));
  for (let slice = first; slice < end || (slice < all && slice > first && goesOn(arrays, slice - 1)); slice++) {
    const firstStep = slices[4 * slice];
    const firstByte = slices[4 * slice + 1] * LANES;
    const third = slices[4 * slice + 2];
    const facts = slices[4 * slice + 3];
    const steps = facts & 0xffff;
    const log = (facts >> 16) & 0xf;
    const bytes = 1 << ((facts >> 20) & 3);
    const plain = ((facts >> 22) & 1) === 1;
    const isSplit = ((facts >> 23) & 1) === 1;
    const count = isSplit ? 1 : LANES >> log;
    for (let i = 0; i < count; i++) {
      const row = plain ? third + i : segments[2 * (third + i)];
      if (row < 0) continue;
      const length = plain ? steps << log : segments[2 * (third + i) + 1];
      addSegment(range, own, firstStep, firstByte, steps, log, bytes, i << log, length);
      if (goesOn(arrays, slice)) continue;
      for (let j = 0; j < vectors; j++) {
        const at = row * yRow + j * yCol;
        const v0 = 2 * (own + j); const v1 = sums[v0]; const v1Imaginary = sums[v0 + 1]; const product = (alphaImaginary === 0 ? alpha * v1 : alpha * v1 - alphaImaginary * v1Imaginary); const productImaginary = (alphaImaginary === 0 ? alpha * v1Imaginary : alpha * v1Imaginary + alphaImaginary * v1);
        if ((beta === 0 && betaImaginary === 0)) { const v2 = 2 * (at); Y[v2] = product; Y[v2 + 1] = productImaginary; } else { const v3 = 2 * (at); const v4 = 2 * (at); const v5 = Y[v4]; const v5Imaginary = Y[v4 + 1]; const v6 = product + ((betaImaginary === 0 ? beta * v5 : beta * v5 - betaImaginary * v5Imaginary)); const v6Imaginary = productImaginary + ((betaImaginary === 0 ? beta * v5Imaginary : beta * v5Imaginary + betaImaginary * v5)); Y[v3] = v6; Y[v3 + 1] = v6Imaginary; }
        { const v7 = 2 * (own + j); sums[v7] = 0; sums[v7 + 1] = 0; }
      }
    }
  }
}

// @ts-nocheck Made by tools/complex-kernels.ts of packed.ts. Do not edit.
const LANES = 32;

const GROUP = 4;

function read(columns, at, bytes) {
  let number = 0;
  for (let b = 0; b < bytes; b++) number |= columns[at + b] << (8 * b);
  return number;
}

export function packed({ arrays, x, y, alpha, alphaImaginary, beta, betaImaginary, begin, end, partialSums }: any): void {
  const { slices, segments, columns, values } = arrays;
  partialSums.headRow = -1;
  partialSums.tailRow = -1;
  let split = 0; let splitImaginary = 0;
  // Whether the slice before leaves a row to be gone on with: the last slice of a split row says how many were before it.
  const before = 4 * begin - 4;
  let inHead = begin > 0 && ((slices[before + 3] >> 23) & 1) === 1 && segments[2 * slices[before + 2] + 3] === 0;
  for (let slice = begin; slice < end; slice++) {
    const firstStep = slices[4 * slice];
    const firstByte = slices[4 * slice + 1] * LANES;
    const third = slices[4 * slice + 2];
    const facts = slices[4 * slice + 3];
    const steps = facts & 0xffff;
    const log = (facts >> 16) & 0xf;
    const bytes = 1 << ((facts >> 20) & 3);
    const distances = firstByte + Math.ceil((4 * steps) / LANES) * LANES;
    const plain = ((facts >> 22) & 1) === 1;
    const isSplit = ((facts >> 23) & 1) === 1;
    const count = isSplit ? 1 : LANES >> log;
    for (let i = 0; i < count; i++) {
      const row = plain ? third + i : segments[2 * (third + i)];
      if (row < 0) continue;
      const length = plain ? steps << log : segments[2 * (third + i) + 1];
      // Entry j of a segment is on lane j mod 2^log of its own.
      let sum = 0; let sumImaginary = 0;
      for (let j = 0; j < length; j++) {
        const step = j >> log;
        const on = (i << log) + (j & ((1 << log) - 1));
        const first = step - (step % GROUP);
        // The last one or two steps are a group of as many.
        const room = steps - first > 2 ? GROUP : steps - first;
        const place = first * LANES + on * room + (step % GROUP);
        const column = read(columns, firstByte + 4 * step, 4) + read(columns, distances + place * bytes, bytes);
        { const v0 = 2 * ((firstStep + step) * LANES + on); const v1 = values[v0]; const v1Imaginary = values[v0 + 1]; const v2 = 2 * (column); const v3 = x[v2]; const v3Imaginary = x[v2 + 1]; const v4 = v1 * v3 - v1Imaginary * v3Imaginary; const v4Imaginary = v1 * v3Imaginary + v1Imaginary * v3; sum += v4; sumImaginary += v4Imaginary; }
      }
      if (isSplit) {
        { sum += split; sumImaginary += splitImaginary; }
        { split = 0; splitImaginary = 0; }
        const isLast = segments[2 * third + 3] !== 0;
        if (inHead && (isLast || slice === end - 1)) {
          partialSums.headRow = row;
          { partialSums.headSum = sum; partialSums.headSumImaginary = sumImaginary; }
          inHead = false;
          continue;
        }
        if (!isLast) {
          if (slice === end - 1) {
            partialSums.tailRow = row;
            { partialSums.tailSum = sum; partialSums.tailSumImaginary = sumImaginary; }
          }
          { split = sum; splitImaginary = sumImaginary; }
          continue;
        }
      }
      if ((beta === 0 && betaImaginary === 0)) { const v5 = 2 * (row); const v6 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary); const v6Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum); y[v5] = v6; y[v5 + 1] = v6Imaginary; } else { const v7 = 2 * (row); const v8 = 2 * (row); const v9 = y[v8]; const v9Imaginary = y[v8 + 1]; const v10 = (alphaImaginary === 0 ? alpha * sum : alpha * sum - alphaImaginary * sumImaginary) + ((betaImaginary === 0 ? beta * v9 : beta * v9 - betaImaginary * v9Imaginary)); const v10Imaginary = (alphaImaginary === 0 ? alpha * sumImaginary : alpha * sumImaginary + alphaImaginary * sum) + ((betaImaginary === 0 ? beta * v9Imaginary : beta * v9Imaginary + betaImaginary * v9)); y[v7] = v10; y[v7 + 1] = v10Imaginary; }
    }
  }
}

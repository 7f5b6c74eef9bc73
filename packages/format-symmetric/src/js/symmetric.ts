import type { JsSpmvArguments } from '@spmv/core';
import type { SymmetricArrays } from '../symmetric-layout.ts';

/** Columns that are cleared and added up together. As in assembly/symmetric.ts and kernels/cpu-kernels.ts. */
const BLOCK = 512;

/** First row of worker `worker`: as much work, a row and an entry counting the same, comes before it as before the worker. */
function firstRow(rowStart: Int32Array, rows: number, worker: number, workers: number): number {
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

/**
 * First pass, for one worker: yᵢ ← βyᵢ + αΣaᵢⱼxⱼ over its rows, and yⱼ ← yⱼ + αaᵢⱼxᵢ for their entries in columns that are its rows, too. What belongs to
 * rows of workers before it goes to its own sums, where column j is at j − (its first row − bandwidth); `touched` says which blocks of them it added to.
 */
export function symmetric(args: JsSpmvArguments<SymmetricArrays>): void {
  const { arrays, scalars, scratch, numbers, rows, x, y, alpha, beta } = args;
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
  const sums = scratch['sums'] as Float64Array;
  const touched = scratch['touched'] as Uint8Array;
  const own = worker * bandwidth;
  if (!isAlone) clearTouched(sums, touched, worker, bandwidth, blocks);
  for (let i = begin; i < end; i++) {
    const xi = x[i];
    const mirrored = (scalars['skew'] & 1) !== 0 ? -xi : xi;
    const stop = rowStart[i + 1];
    let k = rowStart[i];
    let sum = 0;
    for (; k < stop && colIndex[k] < begin; k++) {
      const j = colIndex[k];
      const a = values[k];
      const place = j - begin + bandwidth;
      sum += a * x[j];
      sums[own + place] = sums[own + place] + mirroredValues[k] * mirrored;
      touched[worker * blocks + Math.floor(place / BLOCK)] = 1;
    }
    for (; k < stop && colIndex[k] < i; k++) {
      const j = colIndex[k];
      const a = values[k];
      sum += a * x[j];
      y[j] = y[j] + alpha * (mirroredValues[k] * mirrored);
    }
    if (k < stop) sum += values[k] * xi;
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}

/** No sums yet: those of the product before are zeroed. */
function clearTouched(
  sums: Float64Array,
  touched: Uint8Array,
  worker: number,
  bandwidth: number,
  blocks: number,
): void {
  for (let b = 0; b < blocks; b++) {
    if (touched[worker * blocks + b] === 0) continue;
    sums.fill(0, worker * bandwidth + b * BLOCK, worker * bandwidth + Math.min((b + 1) * BLOCK, bandwidth));
    touched[worker * blocks + b] = 0;
  }
}

/** Second pass, for one worker: adds to its rows what the workers after it have for them, in their order. */
export function addMirrored(args: JsSpmvArguments<SymmetricArrays>): void {
  const { arrays, scalars, scratch, numbers, rows, y, alpha, worker, workers } = args;
  const { rowStart } = arrays;
  const begin = firstRow(rowStart, rows, worker, workers);
  const end = firstRow(rowStart, rows, worker + 1, workers);
  const bandwidth = scalars['bandwidth'];
  const blocks = numbers['blocks'];
  const sums = scratch['sums'] as Float64Array;
  const touched = scratch['touched'] as Uint8Array;
  for (let w = worker + 1; w < workers; w++) {
    const leftmost = firstRow(rowStart, rows, w, workers) - bandwidth;
    const first = Math.max(0, begin - leftmost);
    const last = Math.min(bandwidth, end - leftmost);
    if (first >= last) continue;
    for (let b = Math.floor(first / BLOCK); b * BLOCK < last; b++) {
      if (touched[w * blocks + b] === 0) continue;
      for (let place = Math.max(first, b * BLOCK); place < Math.min(last, (b + 1) * BLOCK); place++) {
        const j = leftmost + place;
        y[j] = y[j] + alpha * sums[w * bandwidth + place];
      }
    }
  }
}

import type { FormatArrays } from '@spmv/kernel-kit';
import type { SpmmJsArguments } from './operands.ts';

/** A slice has 32 lanes; four of its steps are a group, in which the distances of a lane lie side by side. */
const LANES = 32;
const GROUP = 4;

/** Little-endian number of `bytes` bytes at `at`. */
function read(columns: Uint8Array, at: number, bytes: number): number {
  let number = 0;
  for (let b = 0; b < bytes; b++) number |= columns[at + b] << (8 * b);
  return number;
}

/** Whether slice `slice` holds a part of a split row, and not its last one. */
function goesOn({ slices, segments }: FormatArrays['packed'], slice: number): boolean {
  const isSplit = ((slices[4 * slice + 3] >> 23) & 1) === 1;
  return isSplit && segments[2 * slices[4 * slice + 2] + 3] === 0;
}

/**
 * Adds the entries of one segment, which takes `1 << log` lanes from `lane` on, to the sums of the worker, from `own` on: each column is
 * decoded once for all vectors.
 */
function addSegment(
  range: SpmmJsArguments<FormatArrays['packed']>,
  own: number,
  firstStep: number,
  firstByte: number,
  steps: number,
  log: number,
  bytes: number,
  lane: number,
  length: number,
): void {
  const { arrays, X, sizes, numbers, scratch } = range;
  const { columns, values } = arrays;
  const sums = scratch['sums'] as Float64Array;
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
    const a = values[(firstStep + step) * LANES + on];
    const at = column * xRow;
    for (let j = 0; j < vectors; j++) sums[own + j] = sums[own + j] + a * X[at + j * xCol];
  }
}

/**
 * The rows that begin in slices begin … end of Y ← αAX + βY. A row in several slices belongs to the range in which the first of them lies, which
 * goes on beyond its end for it. Sums of all vectors are in scratch, in f64.
 */
export function packed(range: SpmmJsArguments<FormatArrays['packed']>): void {
  const { arrays, scalars, sizes, numbers, scratch, worker, Y, alpha, beta, begin, end } = range;
  const { slices, segments } = arrays;
  const sums = scratch['sums'] as Float64Array;
  const vectors = sizes['vectors'];
  const yRow = numbers['Y.row'];
  const yCol = numbers['Y.col'];
  const all = scalars['sliceCount'];
  const own = worker * vectors;
  let first = begin;
  while (first < end && first > 0 && goesOn(arrays, first - 1)) first++;
  sums.fill(0, own, own + vectors);
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
        const product = alpha * sums[own + j];
        Y[at] = beta === 0 ? product : product + beta * Y[at];
        sums[own + j] = 0;
      }
    }
  }
}

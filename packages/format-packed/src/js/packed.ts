import type { JsSpmvArguments } from '@spmv/core';
import type { PackedArrays } from '../packed-layout.ts';

/** A slice has 32 lanes; four of its steps are a group, in which the distances of a lane lie side by side. */
const LANES = 32;
const GROUP = 4;

/** Little-endian number of `bytes` bytes at `at`. */
function read(columns: Uint8Array, at: number, bytes: number): number {
  let number = 0;
  for (let b = 0; b < bytes; b++) number |= columns[at + b] << (8 * b);
  return number;
}

/** Slices begin..end, row by row. The partial sums of split rows at its ends are left in `partialSums`. */
export function packed({ arrays, x, y, alpha, beta, begin, end, partialSums }: JsSpmvArguments<PackedArrays>): void {
  const { slices, segments, columns, values } = arrays;
  partialSums.headRow = -1;
  partialSums.tailRow = -1;
  let split = 0;
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
      let sum = 0;
      for (let j = 0; j < length; j++) {
        const step = j >> log;
        const on = (i << log) + (j & ((1 << log) - 1));
        const first = step - (step % GROUP);
        // The last one or two steps are a group of as many.
        const room = steps - first > 2 ? GROUP : steps - first;
        const place = first * LANES + on * room + (step % GROUP);
        const column = read(columns, firstByte + 4 * step, 4) + read(columns, distances + place * bytes, bytes);
        sum += values[(firstStep + step) * LANES + on] * x[column];
      }
      if (isSplit) {
        sum += split;
        split = 0;
        const isLast = segments[2 * third + 3] !== 0;
        if (inHead && (isLast || slice === end - 1)) {
          partialSums.headRow = row;
          partialSums.headSum = sum;
          inHead = false;
          continue;
        }
        if (!isLast) {
          if (slice === end - 1) {
            partialSums.tailRow = row;
            partialSums.tailSum = sum;
          }
          split = sum;
          continue;
        }
      }
      y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * y[row];
    }
  }
}

import type { Finding } from '@spmv/core';
import { baseBytes } from './column-widths.ts';
import type { Packed } from './packed-layout.ts';
import { storedSegments } from './read-packed.ts';
import { unpackFacts } from './slice-facts.ts';

/**
 * The smallest column of every step is one of the matrix, and places without an entry have distance 0: a kernel may then look up x at
 * any place, to throw away what it finds.
 */
export function checkSlicePadding(matrix: Packed): Finding | undefined {
  const {
    shape,
    arrays: { slices, columns },
  } = matrix;
  const bytes = new DataView(columns.buffer, columns.byteOffset, columns.byteLength);
  let nonZero = 0;
  for (let s = 0, at = 0; s < slices.length / 4; s++) {
    const facts = unpackFacts(slices[4 * s + 3]);
    if (facts.steps === 0) continue;
    const end = 4 * (s + 1) < slices.length ? slices[4 * s + 5] * 32 : columns.length;
    for (let step = 0; step < facts.steps; step++) {
      const base = bytes.getInt32(at + 4 * step, true);
      if (base < 0 || base >= shape.cols)
        return {
          invariant: 'columns.base',
          message: `step ${step} of slice ${s} begins at column ${base}, outside 0..${shape.cols - 1}`,
        };
    }
    const distance = (place: number): number =>
      facts.bytes === 1
        ? bytes.getUint8(place)
        : facts.bytes === 2
          ? bytes.getUint16(place, true)
          : bytes.getUint32(place, true);
    for (let place = at + baseBytes(facts.steps); place < end; place += facts.bytes)
      if (distance(place) !== 0) nonZero++;
    at = end;
  }
  let ofEntries = 0;
  for (const { length, distance } of storedSegments(matrix))
    for (let j = 0; j < length; j++) if (distance(j) !== 0) ofEntries++;
  return nonZero === ofEntries
    ? undefined
    : { invariant: 'padding.zero', message: `${nonZero - ofEntries} places without an entry have a column` };
}

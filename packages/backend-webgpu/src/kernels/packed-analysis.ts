import type { NamedArrays } from '@spmv/core';
import type { Cut } from './cuts.ts';
import { partArrays } from './parts.ts';

/** Bit of a slice's facts: it is a piece of a split row. */
const PIECE = 1 << 23;

/** Rows that the format split into pieces, whose slices are next to one another. The parts are at the numbers of their slices. */
export function analysePacked(arrays: NamedArrays): NamedArrays {
  const slices = arrays['slices'] as Int32Array;
  const segments = arrays['segments'] as Int32Array;
  const cuts: Cut[] = [];
  for (let slice = 0; slice < slices.length / 4; slice++) {
    if (((slices[4 * slice + 3] as number) & PIECE) === 0) continue;
    const row = segments[2 * (slices[4 * slice + 2] as number)] as number;
    const last = cuts.at(-1);
    if (last?.row === row) cuts[cuts.length - 1] = { ...last, end: slice + 1 };
    else cuts.push({ row, begin: slice, end: slice + 1 });
  }
  return partArrays(cuts);
}

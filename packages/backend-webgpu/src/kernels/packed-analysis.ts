import type { NamedArrays } from '@spmv/core';
import { collectCuts } from './cuts.ts';
import { partArrays } from './parts.ts';

/** Bit of a slice's facts: it is a piece of a split row. */
const PIECE = 1 << 23;

/** Rows that the format split into pieces, whose slices are next to one another. The parts are at the numbers of their slices. */
export function analysePacked(arrays: NamedArrays): NamedArrays {
  const slices = arrays['slices'] as Int32Array;
  const segments = arrays['segments'] as Int32Array;
  const count = slices.length / 4;
  const rowOfPiece = (slice: number): number | undefined => {
    if (slice >= count || ((slices[4 * slice + 3] as number) & PIECE) === 0) return undefined;
    return segments[2 * (slices[4 * slice + 2] as number)];
  };
  return partArrays(
    collectCuts((visit) => {
      for (let slice = 0; slice < count; slice++) {
        const row = rowOfPiece(slice);
        if (row === undefined) continue;
        const begin = slice;
        while (rowOfPiece(slice + 1) === row) slice++;
        visit(row, begin, slice + 1);
      }
    }),
  );
}

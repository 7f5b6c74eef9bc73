import type { NamedArrays } from '@spmv/core';
import { collectSplitRows, partialArrays } from '@spmv/kernel-kit';
import { unpackFacts } from '../slice-facts.ts';

/** The rows that the format split, whose slices are next to one another. Their partial sums are at the numbers of their slices. */
export function analyseSplitRows(arrays: NamedArrays): NamedArrays {
  const slices = arrays['slices'] as Int32Array;
  const segments = arrays['segments'] as Int32Array;
  const count = slices.length / 4;
  const splitRowOf = (slice: number): number | undefined => {
    if (slice >= count || !unpackFacts(slices[4 * slice + 3]).split) return undefined;
    return segments[2 * slices[4 * slice + 2]];
  };
  return partialArrays(
    collectSplitRows((visit) => {
      for (let slice = 0; slice < count; slice++) {
        const row = splitRowOf(slice);
        if (row === undefined) continue;
        const begin = slice;
        while (splitRowOf(slice + 1) === row) slice++;
        visit(row, begin, slice + 1);
      }
    }),
  );
}

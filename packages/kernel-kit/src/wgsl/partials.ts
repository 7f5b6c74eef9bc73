import type { NamedArrays, KernelContext } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { sumBytes } from '../precisions.ts';
import type { SplitRows } from './split-rows.ts';
import { splitRowArrays, splitRowDispatches, visitSplitRows } from './split-rows.ts';
import type { WgslKernelDispatch } from './wgsl-kernel.ts';

/** Words of a partial sum, as join-partials.wgsl says; its number begins at the third. Even: the sum may be read as a pair. */
const PARTIAL_WORDS = 6;

/** Up to this number of partial sums of a row, the thread that finishes the row adds them up. Rows with more are left to a workgroup of a second dispatch. */
export const MOST_JOINED = 32;

/** Most partial sums that can be numbered in a word which also holds how many of them a row has (below 64). */
export const MOST_PARTIALS: number = 2 ** 26;

/**
 * The arrays that join-partials.wgsl (`partials`) and finish-split-rows.wgsl need, of rows whose partial sums follow one another from
 * number 0 on. Errors: `KERNEL.REFUSED`.
 */
export function partialArrays(splitRows: SplitRows): NamedArrays {
  const count = splitRows.at(-1) ?? 0;
  if (count > MOST_PARTIALS) {
    throw new SpmvError(
      'KERNEL.REFUSED',
      `Split rows would need ${count} partial sums, but this kernel can count to ${MOST_PARTIALS} (2^26).`,
      {
        fix: 'Choose larger tiles or slices, or another kernel.',
        details: { count, limit: MOST_PARTIALS },
      },
    );
  }
  const partials = new Uint32Array(PARTIAL_WORDS * count);
  visitSplitRows(splitRows, (row, begin, end) => {
    if (end - begin > MOST_JOINED) return;
    for (let p = begin; p < end; p++) {
      partials[PARTIAL_WORDS * p] = begin * 64 + (end - begin);
      partials[PARTIAL_WORDS * p + 4] = row;
    }
  });
  return { partials, ...splitRowArrays(splitRows, MOST_JOINED + 1) };
}

/** The text that defines `joinPartials`. */
export function joinPartialsText(): URL {
  return new URL('../../wgsl/join-partials.wgsl', import.meta.url);
}

/** The dispatches that finish rows of very many partial sums: none in most matrices. */
export function manyPartialsDispatches(blockSize: number, context: KernelContext): readonly WgslKernelDispatch[] {
  const perWord = sumBytes(context) / 4;
  return splitRowDispatches(blockSize, {
    array: 'auxiliary.partials',
    stride: PARTIAL_WORDS / perWord,
    first: 2 / perWord,
  });
}

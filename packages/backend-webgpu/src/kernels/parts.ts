import type { GpuSource, NamedArrays, SpmvContext, WgslDispatch } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { Cuts } from './cuts.ts';
import { cutArrays, cutDispatches, visitCuts } from './cuts.ts';
import { sumBytes } from './launch.ts';
import { file } from './sources.ts';

/** Words of a part, as join-parts.wgsl says; its sum begins at the third. Even: the sum may be read as a pair. */
const PART_WORDS = 6;

/** Parts of a row up to which the thread that finishes it adds them up; rows of more are left to a workgroup of a second dispatch. */
const MOST_JOINED = 32;

/** Parts that a word which also holds their number, below 64, counts to. */
export const MOST_PARTS: number = 2 ** 26;

/** The arrays that join-parts.wgsl and finish-cuts.wgsl need, of rows whose parts follow one another from part 0 on. Errors: `KERNEL.REFUSED`. */
export function partArrays(rows: Cuts): NamedArrays {
  const count = rows.at(-1) ?? 0;
  if (count > MOST_PARTS) {
    throw new SpmvError(
      'KERNEL.REFUSED',
      `Rows would be divided into parts numbered to ${count}, and this kernel counts to ${MOST_PARTS} (2^26).`,
      {
        fix: 'Choose larger tiles or slices, or another kernel.',
        details: { count, limit: MOST_PARTS },
      },
    );
  }
  const parts = new Uint32Array(PART_WORDS * count);
  visitCuts(rows, (row, begin, end) => {
    if (end - begin > MOST_JOINED) return;
    for (let part = begin; part < end; part++) {
      parts[PART_WORDS * part] = begin * 64 + (end - begin);
      parts[PART_WORDS * part + 4] = row;
    }
  });
  return { parts, ...cutArrays(rows, MOST_JOINED + 1) };
}

/** The text that defines `joinParts`. */
export const joinSource: GpuSource = file(new URL('../../src/kernels/join-parts.wgsl', import.meta.url));

/** The dispatches that finish rows of very many parts: none in most matrices. */
export function partDispatches(block: number, context: SpmvContext): readonly WgslDispatch[] {
  const perWord = sumBytes(context) / 4;
  return cutDispatches(block, { carry: 'auxiliary.parts', stride: PART_WORDS / perWord, first: 2 / perWord });
}

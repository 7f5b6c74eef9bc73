import type { GpuSource, NamedArrays, SpmvContext, WgslDispatch } from '@spmv/core';
import type { Cut } from './cuts.ts';
import { cutArrays, cutDispatches } from './cuts.ts';
import { sumBytes } from './launch.ts';
import { file } from './sources.ts';

/** Words of a part, as join-parts.wgsl says; its sum begins at the third. Even: the sum may be read as a pair. */
const PART_WORDS = 6;

/** Parts of a row up to which the thread that finishes it adds them up; rows of more are left to a workgroup of a second dispatch. */
const MOST_JOINED = 32;

/** The arrays that join-parts.wgsl and finish-cuts.wgsl need, of rows whose parts follow one another from part 0 on. */
export function partArrays(rows: readonly Cut[]): NamedArrays {
  const parts = new Uint32Array(PART_WORDS * (rows.at(-1)?.end ?? 0));
  for (const { row, begin, end } of rows) {
    if (end - begin > MOST_JOINED) continue;
    for (let part = begin; part < end; part++) {
      parts[PART_WORDS * part] = begin * 64 + (end - begin);
      parts[PART_WORDS * part + 4] = row;
    }
  }
  return { parts, ...cutArrays(rows.filter(({ begin, end }) => end - begin > MOST_JOINED)) };
}

/** The text that defines `joinParts`. */
export const joinSource: GpuSource = file(new URL('../../src/kernels/join-parts.wgsl', import.meta.url));

/** The dispatches that finish rows of very many parts: none in most matrices. */
export function partDispatches(block: number, context: SpmvContext): readonly WgslDispatch[] {
  const perWord = sumBytes(context) / 4;
  return cutDispatches(block, { carry: 'auxiliary.parts', stride: PART_WORDS / perWord, first: 2 / perWord });
}

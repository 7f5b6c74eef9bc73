import type { Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import { createRandom } from '../random/random.ts';

/** Tenths −2.9…2.9: as many as a prime number, so that any step meets all of them. */
const TENTHS = 59;

/** Numbers that a kernel may have a way of its own for. */
const WHOLE = [2, -2, 3, 4, 10, -16, 100] as const;

/** Host scalars by their place. */
export type Draw = (scalar: number) => number;

function tenth(seed: number, index: number, scalar: number): number {
  const random = createRandom(2 ** 16 * seed + scalar);
  const [first, step] = [random.integer(TENTHS), 1 + random.integer(TENTHS - 1)];
  return (((first + index * step) % TENTHS) - (TENTHS - 1) / 2 || 30) / 10;
}

/** Host scalars of one of many cases, by their number. Cases have different ones, so that what is wrong for one number alone is wrong somewhere. 0 is no use: 3 stands for it. */
export function drawnScalars(seed: number, index: number): Draw {
  return (scalar) => tenth(seed, index, scalar);
}

/** The same of whole numbers, of large ones, or near the least of the precision, in turn: all of a case are of one kind. */
export function unusualScalars(seed: number, index: number, precision: Precision): Draw {
  const { smallestNormal, largestFinite } = PRECISIONS[precision];
  const turn = Math.floor(index / 3);
  if (index % 3 === 0)
    // Each scalar goes through the list with a step of its own.
    return (scalar) => WHOLE[(seed + turn * (1 + scalar) + scalar) % WHOLE.length];
  const scale = index % 3 === 1 ? Math.min(2 ** 12, largestFinite / 2 ** 12) : smallestNormal * 2 ** 8;
  return (scalar) => scale * tenth(seed, turn, scalar);
}

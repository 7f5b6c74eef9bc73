import type { Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import { createRandom } from '../random/random.ts';

/** Tenths −2.9…2.9: as many as a prime number, so that any step meets all of them. */
const TENTHS = 59;

/**
 * Host scalars of one of many cases, by their number. Cases have different ones, so that what is wrong for one number alone is wrong
 * somewhere; every eighth has those near the least of the precision, all of which are as small. 0 is no use: 3 stands for it.
 */
export function drawnScalars(seed: number, index: number, precision: Precision): (scalar: number) => number {
  const scale = index % 8 === 5 ? PRECISIONS[precision].smallestNormal * 2 ** 8 : 1;
  return (scalar) => {
    const random = createRandom(2 ** 16 * seed + scalar);
    const [first, step] = [random.integer(TENTHS), 1 + random.integer(TENTHS - 1)];
    const tenth = ((first + index * step) % TENTHS) - (TENTHS - 1) / 2;
    return (scale * (tenth || 30)) / 10;
  };
}

// What compute-sanitizer watches products of: a skewed matrix, and one that is symmetric and whose neighbouring rows share columns, for formats and
// kernels that refuse the other.
import type { CooMatrix } from '@spmv/core';
import { isRefusal } from '@spmv/core';
import { powerLaw, stencil27 } from '@spmv/testkit';

export const watchedMatrices: readonly CooMatrix[] = [
  powerLaw({ rows: 700, cols: 900, meanPerRow: 9, maxPerRow: 800 }),
  stencil27({ n: 8 }),
];

/** `made`, or `undefined` where it was refused; refusals are counted in `tally`. Whatever else goes wrong is thrown. */
export async function unlessRefused<T>(tally: { refused: number }, made: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await made();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    tally.refused++;
    return undefined;
  }
}

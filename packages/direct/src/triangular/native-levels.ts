import type { NativeFunctions } from '@spmv/core';
import { addressesBy, bound } from '../native.ts';
import type { LevelKernel } from './triangular.ts';

const OF_LEVELS = [
  'order',
  'levelStart',
  'rowStart',
  'colIndex',
  'values',
  'pivots',
  'x',
  'levels',
  'threads',
  'wide',
] as const;

/** Rows of a level from which on threads share it: what they do meanwhile takes as long as their meeting. */
const WIDE = 4096;
/** Entries of wide levels from which on a thread pays for being started. */
const OF_THREAD = 500_000;

/** Levels by compiled code, on at most so many threads. Errors: as of `nativeFronts`. */
export function nativeLevels(functions: NativeFunctions, most: number): LevelKernel {
  const args = new Float64Array(OF_LEVELS.length);
  const run = bound(functions, 'triangularLevelsF64', args, OF_LEVELS);
  const addressOf = addressesBy(functions);
  return ({ n, order, levelStart, rowStart, colIndex, values, pivots }, x) => {
    if (n === 0) return;
    const levels = levelStart.length - 1;
    let shared = 0;
    for (let l = 0; l < levels; l++)
      if (levelStart[l + 1] - levelStart[l] >= WIDE) shared += rowStart[levelStart[l + 1]] - rowStart[levelStart[l]];
    const threads = Math.max(1, Math.min(most, Math.floor(shared / OF_THREAD)));
    const arrays = [order, levelStart, rowStart, colIndex, values, pivots, x];
    args.set([...arrays.map(addressOf), levels, threads, WIDE]);
    run();
  };
}

import { isSpmvError } from '@spmv/core';
import { nativeLevels } from '../src/index.ts';

/** The levels of this processor; none where there is no addon. */
export function foundLevels(): readonly string[] {
  try {
    return nativeLevels();
  } catch (error) {
    if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) return [];
    throw error;
  }
}

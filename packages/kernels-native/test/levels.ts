import { isSpmvError } from '@spmv/core';
import { nativeLevels } from '../src/index.ts';
import { hides, lack } from '../../../tools/machine.ts';

/** The levels of this processor; none where there is no addon. */
export function foundLevels(): readonly string[] {
  if (hides('cxx') || hides('highway')) return [];
  try {
    return nativeLevels();
  } catch (error) {
    if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) return [];
    throw error;
  }
}

/** Why there are no levels, or undefined. */
export const NO_LEVELS: string | undefined =
  foundLevels().length > 0 ? undefined : (lack('cxx', 'highway') ?? 'no addon of native kernels (npm run build)');

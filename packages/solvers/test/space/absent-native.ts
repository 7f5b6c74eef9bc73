import type { NativeFunctions } from '@spmv/core';
import { SpmvError } from '@spmv/core';

/** Compiled code that is not installed for this platform. */
export function open(): NativeFunctions {
  throw new SpmvError('BACKEND.UNAVAILABLE', 'There is no compiled code here.', { fix: 'Use another machine.' });
}

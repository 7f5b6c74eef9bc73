import type { OpenOptions } from '@spmv/core';
import { SpmvError, suggestNames } from '@spmv/core';

/** Options of backend `cuda`, resolved. */
export interface CudaOpenOptions {
  /**
   * Most bytes of the device's memory that are taken, 0 for all of it: to leave room for others, or to see what a smaller device would do. A matrix beyond it
   * is worked through in pieces.
   */
  readonly memoryBytes: number;
}

const DEFAULTS: CudaOpenOptions = { memoryBytes: 0 };

/** Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
export function resolveOptions({ options = {} }: OpenOptions): CudaOpenOptions {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(DEFAULTS, name)) {
      throw new SpmvError('PARAM.UNKNOWN', `Backend 'cuda' has no option '${name}'.`, {
        fix: suggestNames(name, Object.keys(DEFAULTS)),
        details: { name },
      });
    }
    if (!Number.isSafeInteger(value) || (value as number) < 0) {
      throw new SpmvError('PARAM.OUT_OF_RANGE', `Backend 'cuda': option ${name} = ${String(value)} is not possible.`, {
        fix: 'Use a number of bytes.',
        details: { name, value },
      });
    }
  }
  return { ...DEFAULTS, ...options };
}

import type { OpenOptions } from '@spmv/core';
import { SpmvError, suggestNames } from '@spmv/core';
import type { Overlap } from './several/overlap.ts';

/** Options of backend `cuda`, resolved. */
export interface CudaOpenOptions {
  /**
   * Most bytes of the device's memory that are taken, 0 for all of it: to leave room for others, or to see what a smaller device would do. A matrix beyond it
   * is worked through in pieces.
   */
  readonly memoryBytes: number;
  /** Of several devices: whether rows that need nothing of the others are multiplied while what is needed is copied; `auto`, where that should pay, `always` or `never`. */
  readonly overlap: Overlap;
}

const DEFAULTS: CudaOpenOptions = { memoryBytes: 0, overlap: 'auto' };

/** What each may be, in words, and whether a value is that. */
const ALLOWED: Readonly<
  Record<keyof CudaOpenOptions, readonly [words: string, isAllowed: (value: unknown) => boolean]>
> = {
  memoryBytes: ['a number of bytes', (value) => Number.isSafeInteger(value) && (value as number) >= 0],
  overlap: ["'auto', 'always' or 'never'", (value) => ['auto', 'always', 'never'].includes(value as string)],
};

/** Errors: `PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`. */
export function resolveOptions({ options = {} }: OpenOptions): CudaOpenOptions {
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(ALLOWED, name)) {
      throw new SpmvError('PARAM.UNKNOWN', `Backend 'cuda' has no option '${name}'.`, {
        fix: suggestNames(name, Object.keys(DEFAULTS)),
        details: { name },
      });
    }
    const [words, isAllowed] = ALLOWED[name as keyof CudaOpenOptions];
    if (!isAllowed(value)) {
      throw new SpmvError('PARAM.OUT_OF_RANGE', `Backend 'cuda': option ${name} = ${String(value)} is not possible.`, {
        fix: `Use ${words}.`,
        details: { name, value },
      });
    }
  }
  return { ...DEFAULTS, ...options };
}
